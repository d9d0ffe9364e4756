"""llama.cpp's own server, from the xllamacpp package: MODEL PORT SLOTS CONTEXT THREADS [no-prompt-cache]."""
import sys
import time

import xllamacpp

model, port, slots, context, threads = sys.argv[1:6]
params = xllamacpp.CommonParams()
params.model.path = model
params.hostnames = ["127.0.0.1"]
params.port = int(port)
params.n_parallel = int(slots)
params.cache_prompt = "no-prompt-cache" not in sys.argv[6:]
# Each slot has its share of the context.
params.n_ctx = int(context) * int(slots)
params.cpuparams.n_threads = int(threads)
params.cpuparams_batch.n_threads = int(threads)
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
while True:
    time.sleep(60)
