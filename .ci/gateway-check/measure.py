#!/usr/bin/env python3
"""Measures the gateway on this machine: the cost of a step, its throughput with one, two and four nodes, and what Redis stores.

A step of the flow kiosk sends no request, so that only the gateway and Redis work. Beside it, in the same run: a route of Hummingbird that
does nothing, and a round trip to Redis. Needs wrk, redis-benchmark and built programs.

Usage: .ci/gateway-check/measure.py FLOWC GATEWAY [SECONDS]
"""
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from services import Process, await_port, fetch, free_port

FLOWC, GATEWAY = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
SECONDS = sys.argv[3] if len(sys.argv) > 3 else "5"


def wrk(url, connections, *options):
    return subprocess.Popen(["wrk", f"-t{connections}", f"-c{connections}", f"-d{SECONDS}s", *options, url], stdout=subprocess.PIPE, text=True)


def steps(ports, connections):
    """Steps a second at all nodes together, the mean and 99th percentile of their latency in microseconds, and what failed."""
    runs = [wrk(f"http://127.0.0.1:{port}", connections, "-s", os.path.join(HERE, "steps.lua")) for port in ports]
    results = [list(map(float, re.search(r"RESULT (.*)", run.communicate()[0]).group(1).split())) for run in runs]
    rate = sum(requests / (duration / 1e6) for requests, _, duration, _, _ in results)
    return rate, statistics.mean(r[3] for r in results), max(r[4] for r in results), int(sum(r[1] for r in results))


def nothing(port):
    """The microseconds of a request that does nothing."""
    text = wrk(f"http://127.0.0.1:{port}/health", 1).communicate()[0]
    return 1e6 / float(re.search(r"Requests/sec:\s*([\d.]+)", text).group(1))


def redis_trip(port):
    """The microseconds of storing a value of the size of a sealed sign-in."""
    made = subprocess.run(["redis-benchmark", "-p", str(port), "-c", "1", "-n", "40000", "-t", "set", "-d", "700", "--csv"],
                          capture_output=True, text=True).stdout
    return 1e6 / float(made.splitlines()[-1].split(",")[1].strip('"'))


def cpu(processes):
    """Seconds of processor time that processes have used."""
    ticks = 0
    for process in processes:
        fields = open(f"/proc/{process.process.pid}/stat").read().rsplit(")", 1)[1].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def main():
    with tempfile.TemporaryDirectory() as folder:
        redis_port = free_port()
        redis = Process("redis", ["redis-server", "--port", str(redis_port), "--save", ""], folder)
        flow = os.path.join(HERE, "../../flows/kiosk.flow.xml")
        subprocess.run([FLOWC, "compile", flow, "-o", f"{folder}/kiosk.flow"], check=True)
        config = {
            "sealing": {"key": "k:" + "1f" * 32}, "redis": {"port": redis_port},
            "pool": {"id": "us-east-1_A", "client": "web", "endpoint": "http://127.0.0.1:9"}, "log": {"level": "warning"},
            "flows": {"kiosk": {"table": "kiosk.flow"}}, "limits": {"addressPerMinute": 0, "userPerMinute": 0}}
        with open(f"{folder}/gateway.json", "w") as file:
            json.dump(config, file)
        nodes, ports, operations = [], [], []
        for number in range(4):
            ports.append(free_port())
            operations.append(free_port())
            nodes.append(Process(f"node{number}", [GATEWAY, f"{folder}/gateway.json"], folder,
                                 {"GATEWAY_LISTEN_PORT": str(ports[-1]), "GATEWAY_OPERATIONS_PORT": str(operations[-1])}))
            await_port(ports[-1])
        try:
            report(redis, redis_port, nodes, ports, operations)
        finally:
            for process in [*nodes, redis]:
                process.stop()


def report(redis, redis_port, nodes, ports, operations):
    steps(ports[:1], 1)
    rows = []
    for _ in range(3):
        rows.append((nothing(operations[0]), redis_trip(redis_port), 1e6 / steps(ports[:1], 1)[0]))
    route, trip, step = (statistics.median(column) for column in zip(*rows))
    print(f"one client: a route that does nothing {route:.0f} µs, a Redis round trip {trip:.0f} µs, a step {step:.0f} µs: "
          f"{step / (route + trip):.2f} times their sum")
    for count in (1, 2, 4):
        before = cpu(nodes[:count]), cpu([redis])
        rate, mean, late, failed = steps(ports[:count], 16 // count)
        spent = [after - first for after, first in zip((cpu(nodes[:count]), cpu([redis])), before)]
        total = rate * float(SECONDS)
        print(f"{count} nodes, 16 clients: {rate:.0f} steps/s, mean {mean:.0f} µs, 99 % {late:.0f} µs, {failed} failed; "
              f"processor time of a step: node {spent[0] / total * 1e6:.0f} µs, Redis {spent[1] / total * 1e6:.0f} µs")
    cli = lambda *words: subprocess.run(["redis-cli", "-p", str(redis_port), *words], capture_output=True, text=True).stdout
    cli("flushall")
    before = int(re.search(r"used_memory:(\d+)", cli("info", "memory")).group(1))
    for _ in range(200):
        fetch(ports[0], "/v1/kiosk/start", {"inputs": {}})
    keys, after = int(cli("dbsize")), int(re.search(r"used_memory:(\d+)", cli("info", "memory")).group(1))
    print(f"Redis stores {(after - before) // 200} bytes for a pending sign-in, in {keys / 200:.1f} keys")
    memory = [int(re.search(r"VmRSS:\s*(\d+)", open(f"/proc/{node.process.pid}/status").read()).group(1)) for node in nodes]
    print(f"memory of a node: {max(memory) // 1024} MiB")


main()
