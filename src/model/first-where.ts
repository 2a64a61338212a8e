/** Of positions from 0 up to but without `count`: the first of which something is true that is true of all after it; `count` where it is true of none. */
export function firstWhere(count: number, isTrue: (position: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (isTrue(middle)) high = middle
    else low = middle + 1
  }
  return low
}
