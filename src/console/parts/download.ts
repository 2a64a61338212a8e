/** Saves a text as a file of the reader's. */
export function download(fileName: string, text: string | Blob, type = 'application/json'): void {
  const address = URL.createObjectURL(typeof text === 'string' ? new Blob([text], { type }) : text)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
