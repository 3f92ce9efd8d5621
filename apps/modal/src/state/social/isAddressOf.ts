/** Whether a text is an address of one of these schemes (`https:`), and nothing that a browser would run. */
export const isAddressOf = (text: string, schemes: readonly string[]): boolean =>
  URL.canParse(text) && schemes.includes(new URL(text).protocol)
