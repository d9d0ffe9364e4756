"""Windows that native onnxruntime embeds in a second: `native-embedding.py MODEL SECONDS`, one window of 256
tokens at a time, as in the page, and eight at once. Prints both rates as JSON."""

import json
import sys
import time

import numpy as np
import onnxruntime


def rate(session, batch, seconds):
    ids = np.arange(1000, 1000 + 256 * batch, dtype=np.int64).reshape(batch, 256)
    feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
    session.run(None, feed)
    started, done = time.perf_counter(), 0
    while time.perf_counter() - started < seconds:
        session.run(None, feed)
        done += batch
    return done / (time.perf_counter() - started)


session = onnxruntime.InferenceSession(sys.argv[1], providers=["CPUExecutionProvider"])
print(json.dumps({"one": rate(session, 1, float(sys.argv[2])), "eight": rate(session, 8, float(sys.argv[2]))}))
