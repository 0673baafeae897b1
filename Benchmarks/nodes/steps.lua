-- A client of the API for wrk, with one connection for each thread: it answers steps of the flow kiosk that send no request.
wrk.headers["Content-Type"] = "application/json"
local state, at = nil, 0
local loop = { { "answer", '"answers":{"proof":"PASSWORD"}' }, { "command", '"command":"back"' } }
local begin = { { "answer", '"answers":{"badge":"ana"}' }, { "answer", '"answers":{"selection":"AGREE"}' } }

function request()
    if not state then return wrk.format("POST", "/v1/kiosk/start", nil, '{"inputs":{}}') end
    local step = begin[at] or loop[(at - #begin - 1) % 2 + 1]
    return wrk.format("POST", "/v1/kiosk/" .. step[1], nil, '{"state":"' .. state .. '",' .. step[2] .. "}")
end

function response(status, headers, body)
    if status ~= 200 then failed = (failed or 0) + 1 end
    state = body:match('"state":"([^"]*)"')
    at = state and at + 1 or 0
end

local threads = {}
function setup(thread) table.insert(threads, thread) end
function done(summary, latency)
    local refused = 0
    for _, thread in ipairs(threads) do refused = refused + (thread:get("failed") or 0) end
    io.write(string.format("RESULT %d %d %.0f %.0f %.0f\n", summary.requests, refused + summary.errors.connect + summary.errors.read
        + summary.errors.timeout, summary.duration, latency.mean, latency:percentile(99)))
end
