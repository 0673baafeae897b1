/// A key for tokens of tests alone: making one takes longer than a sign-in.
package enum SigningKey {
    package static let pem = """
        -----BEGIN RSA PRIVATE KEY-----
        MIIEogIBAAKCAQEAqz8rm+nlogl2moJCnMT5Bkxm9kb/D1v5hLSJGUlIYVrNLiyG
        ZDrwk4edzjLutNM60xP3JAPhG6mJ1hYruIMrhuAtLTdkZ1RK7XQxN3/FkpXiGiYe
        SjMeJv5DLVXNEw3gdK71JizUQfO+XrJvlj8FtSQtNYgi+H/L+b+hBPevnGEEu2LY
        Akw+ORp4C41l3nxsosltlnhHuuXFFHmTLA93rF6wOxr6AiHUjy2yBvIsskRcifia
        OQ19fE3JzaIqWAZD2RLil4i44MjAQO5IsHqaVFIGns0DPD52uV18PYd47nMzWp8s
        ffkQNow5JcKDg6K7xt/gFEz9oIAfY4h02N4EBwIDAQABAoIBACtVvorjizVQkL9z
        1DiIzf3OisWq3LO90ixHZWRNO7BLQp37LX0ivyuOR5xdHjQLOhkdNc7a3nXaFuPi
        02iLZRHqG/STzmgpmBZz71p8jnpUTJXSbJrZSbmTYVuRGWbHfbP5bFcfRA12iYe8
        Pum2BBM9VuVzkGnzKSKH4E76AOog5qG2lxK6ytx5jdMBWKtrVsT9HBti3+OsViQL
        ZIGuPfeQrT7gtNEIhgzI1/+z7OlqxKjs68j8PxNbPBd+o1wgJsyjyok/XiovHqbs
        NHBv2w5DQHKuNGhHkEwjYxIVUwEs7cD+BTQfi95ZeFm869/5bVY1XdA416EAFgy+
        RGV+cwkCgYEA5UuFcKmegpzPR2tYBBhOgzOrNi11L4IJbZxUn0PLDNYO4YWovkl9
        Ay9URNzzock5Mha9L1GM944M0S+Pndo9cpDDeomPu4mOBhzoRzKnSgNOA/76C9OC
        WoLrdAgVg0DXayusEnbvz0yNBfh1E3UV5sm4HbnNKAZRfDe0U8/Ek3kCgYEAvzDt
        rzJOe6WcVzMgbrSa7yH0b+oDCU1pD15/KxMlGF9tq+hBQGULW8z0DKA+ZGw/aHoj
        dR/b15n7u7vkNjzx5t+BYMyMVhUDCUP4fmAFgRuv2XEcshP/sDIJHBNTRXelG0EF
        Y/LhZc7U8r5UAwKXF5ntzdQx9ijQ7ohqzHUF838CgYBZbjgwdeed970clPByQGy2
        3XskmVxAWE6HEtcqew2CBycsrK3g8daxXE9YwHjBnDMTpyzIfN0nXJ8BI7S3E3yt
        52pmq6qEsaTUG4g45Le8tUdDZbpuzGLmHHPrAJArbinW4eSuGvdzed7y+jHnkd4l
        8n0+Es7CkpxLf4p0ue9ouQKBgGwCmESBhxUTWl9o4smn/l9aL12KNmzq7o9gMzeC
        eVJrlumnLDXU37Xc84KuhJD3FltPpPhmJyyGMVC9tQ9vHrnvSogFBsMa27xASgIa
        /QETQyT0YeG4qpo/qiXSRRjZnszmzsTIUc3SKzt3ir6ol/MdYtsFJbSLGn2nU65t
        7g7BAoGAL7WaBu4ykCkVJZebrCFwuHMCqKxNqmGRYhNlfl2H7mUPgooI+nX3u6DO
        5uHsTAuNMgSEi4PK0sx5V4oWPcaR1DPhpp8/jKEcBbcZB4zNeRFLJqykJcXO/ZoL
        uY9f68L1LHk6N3DzyN/bWaGGWud/or0Mg1Ymc8mOhKdwS4QfWE4=
        -----END RSA PRIVATE KEY-----
        """
}
