/** Returns an image as a `data:image/…` address: a page's policy may block images of other origins. */
export const readAsAddress = async (blob: Blob): Promise<string> => {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return `data:${blob.type};base64,${btoa(binary)}`
}
