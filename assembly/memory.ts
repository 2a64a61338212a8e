// One entry of an array that lies in the memory. `base` is where the array begins, in bytes; 0 = there is none.

export function int(base: usize, i: i32): i32 {
  return load<i32>(base + ((<usize>i) << 2))
}

export function setInt(base: usize, i: i32, value: i32): void {
  store<i32>(base + ((<usize>i) << 2), value)
}

export function addInt(base: usize, i: i32, change: i32): void {
  setInt(base, i, int(base, i) + change)
}

export function byte(base: usize, i: i32): i32 {
  return load<u8>(base + <usize>i)
}

export function setByte(base: usize, i: i32, value: i32): void {
  store<u8>(base + <usize>i, <u8>value)
}

export function real(base: usize, i: i32): f64 {
  return load<f64>(base + ((<usize>i) << 3))
}

export function setReal(base: usize, i: i32, value: f64): void {
  store<f64>(base + ((<usize>i) << 3), value)
}

export function addReal(base: usize, i: i32, change: f64): void {
  setReal(base, i, real(base, i) + change)
}
