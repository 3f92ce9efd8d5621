/** An address as far as its owner knows it again: "a•••@example.com". */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  return `${[...email][0] ?? ''}•••${email.slice(at)}`
}
