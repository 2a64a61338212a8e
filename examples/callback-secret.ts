/** Signs the recorded callbacks in examples/callbacks. Everybody knows it: never use it for anything else. */
export const EXAMPLE_SECRET = 'whsec_cmVjb3JkZWQgZm9yIHRoZSBleGFtcGxlcyBvZiB0dXJudXM='
