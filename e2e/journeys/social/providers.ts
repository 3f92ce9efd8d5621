import type { Stack } from '@latchkey/local'
import type { SocialProvider } from '@latchkey/modal'

export type WindowProvider = Exclude<SocialProvider, 'farcaster'>

/** Where people sign in in a window, and what they call it. */
export const providers: Readonly<Record<WindowProvider, string>> = {
  google: 'Google',
  apple: 'Apple',
  github: 'GitHub',
  facebook: 'Facebook',
  x: 'X',
  discord: 'Discord',
}

const addressOf = ({ urls }: Stack, provider: WindowProvider): string =>
  provider === 'google' || provider === 'apple' ? urls[provider] : `${urls.oauth}/${provider}`

/** Has a local part fail in one of the ways of its table (`infra/local/src/faults/faultTables.ts`), until null comes. */
export async function setFault(stack: Stack, provider: SocialProvider, fault: string | null): Promise<void> {
  const address = provider === 'farcaster' ? stack.urls.farcasterRelay : addressOf(stack, provider)
  const response = await fetch(`${address}/_control`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ fault }),
  })
  if (!response.ok) throw new Error(`${provider} does not know how to do "${fault}": ${await response.text()}`)
}
