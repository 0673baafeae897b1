/// Keys for tokens of tests alone: making one takes longer than a sign-in.
package enum SigningKey {
    /// The key of access tokens.
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
    /// The key of id tokens.
    package static let identity = """
        -----BEGIN RSA PRIVATE KEY-----
        MIIEogIBAAKCAQEA2c+N9FJfS3D+suLN0ZkpVSHxcKr8uzhgsqFKI14F+hdP32Xa
        i42vD3KD8npXalBne5Ma1d1VEdlGNPFGJiFVKt1CRXvDXVRSkYU7LVyx2ilJzJF0
        tbaK5UTjNaq3a/DKVYbrnUbm6cRkjR5e93dG6YuM4c7QNRYwrrM7kkmqd5sSe81L
        LbIr32OZ1RhSl97CvhX6zuYTyygQH1TCl8t4/ClUYnm13RFtcH2ZyTM6b/5M4YFM
        luht/3B5j4Co2qeTfl0d2bGOX/+Lp9etofoRJdEk7it4CUQEU6kVTABvEucUAom2
        8TWclPxIm/gxin3YLjKaolmigFXQI8njK4vVjwIDAQABAoIBABcClckPYLDcHZQx
        YLP5XcP4I4UXEz8GHDUS0/27g58hklcT8AwZKjrUCrt1kEGTf/MuncGlMcUCcqfK
        K3KAx/oQyN0FT6TO8TAdZpyKs+FLxledsDo4MCE7b1NulxUIqZ9ycva5FFDy5fqA
        kGDNUYj/rKD4U8ef8gGqvqrcLG2ZGs1Opq7yWartJiKLsdbmNZfZVO62MLKV9dCa
        XKBBuaie55dbxdw5MybsRi/AeagQEfWqPDlNNYJMWdmyB4J0TgoYvADEd3wFOjtw
        hMx/gokfRiNJGkxOqJr0pq80/FEWHX/OE0RBwZrnkbaWdcrWjI1OhS5YlcRg26Zo
        YNDEWn0CgYEA/U8TMMlxupt/4CS+FxR+7MLr/8n5rkjiaNk5db3dCS/LrsU0jXb5
        k8T+H8jrpkB13jdR262WYNyOPwhojj0o2nwvs7Qy/DgQtonTFQG1teoP+pOOTwkf
        98ezSd8KQm3EeC0opLATlVQfKbjzrIeOB5EBYkHj+xTdsE4qDysW1qUCgYEA3B/v
        Z1WEB4q9zf/uGhC63q/Ky48+in4f/12d1XP1WrDkAhSToViKFzrH45oqbVKwMtkj
        E60geWG/TLyHOe8gFYZfjLyrgV6cpSKmK58guq5LExNfJizdQzqya4jtZE8dOcJH
        ULGckf+AydZY3XucvCdGULFx0qVB4VYFUVMu+SMCgYANxX3KmjkXpxqVqgm3oYKh
        BpvkBSwQ4J+GicDI+PCKblHJh6kqw7wf34bdXYQKPtjpouJNaiuRyovlO2TLzuFo
        t3W0dGiNM9McyXNzYetqH3aM7fa/r0RQqUfDDWA2aldTHUlnYrc92Bv1nbuJtrjv
        CmAj4mctoF3JFwbMWlBcjQKBgDAmzDfOfRMpRlvJoEwTXM1ZpwLgUs34yQcTc3M9
        6m3sQ/QwjBq/Q3XRZehj0OQZMnHtDb9AH9pth2tB0lLZ/Cq5Oi2PF/U0vQ9ihPcF
        2CL9/W4uzqGLLtuF+4GKcmN+6uW3meIM+DL3sTR1rvrED4UZEkiUiFGL1N1187PW
        fnABAoGAGQykhqu+2hHT+tRVMRfHyJLmOYrWpbdPyPvHWR/VvwEmmmvT6EB3NmkP
        CWSRATYiFoFUkU3Rg/N4N1XFBWWoutc5U8830T8JRKVr2VX09cxZPzYbIvtWjKeS
        giZqUUYsdxlQPeHIoC5j+f5B7VUvgkdpj/glEAQQrY7gRowUfy4=
        -----END RSA PRIVATE KEY-----
        """
}
