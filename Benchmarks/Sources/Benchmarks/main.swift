benchmarkCodec()
benchmarkPty()
