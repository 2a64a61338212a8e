import { int, setInt } from './memory'

// The stream of `src/engine/random.ts`, which the engine goes on with where it is asked, and after the step.
let a: i32 = 0
let b: i32 = 0
let c: i32 = 0
let counter: i32 = 0

/** Goes on with the stream where four words say that it stands. */
export function takeRandom(words: usize): void {
  a = int(words, 0)
  b = int(words, 1)
  c = int(words, 2)
  counter = int(words, 3)
}

/** Writes where the stream stands into four words. */
export function leaveRandom(words: usize): void {
  setInt(words, 0, a)
  setInt(words, 1, b)
  setInt(words, 2, c)
  setInt(words, 3, counter)
}

/** A whole number, 0 to 2³² − 1. */
export function next(): u32 {
  const t = a + b + counter
  counter += 1
  a = b ^ (b >>> 9)
  b = c + (c << 3)
  c = ((c << 21) | (c >>> 11)) + t
  return <u32>t
}

/** A whole number, 0 to `bound` − 1; `bound` from 1 to 2²¹, below which the engine's number of 64 bits is the same. */
export function below(bound: i32): i32 {
  return <i32>((<u64>next() * <u64>bound) >> 32)
}
