import type { LocalProvider } from '@latchkey/local'

/** Where people sign in in a window, and what they call it. */
export const providers: Readonly<Record<LocalProvider, string>> = {
  google: 'Google',
  apple: 'Apple',
  github: 'GitHub',
  facebook: 'Facebook',
  x: 'X',
  discord: 'Discord',
}
