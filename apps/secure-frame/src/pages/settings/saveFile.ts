/** Has the browser save a file. */
export const saveFile = (document: Document, name: string, content: Blob): void => {
  const link = document.createElement('a')
  link.download = name
  link.href = URL.createObjectURL(content)
  link.click()
  // By then the browser has taken it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
