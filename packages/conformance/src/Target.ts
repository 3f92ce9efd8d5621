import type { Profile } from './Profile.ts'

/** The frame under test, and what the kit needs to know of it. */
export type Target = {
  /** Address of the frame's document, without a query. */
  frameUrl: URL
  projectId: string
  /** Where mails can be read: `GET <inbox url>/api/messages?to=<address>` answers `[{ text }]`, newest first. */
  mailUrl: string
  /** An origin that the project lists. The kit serves its own page there, inside the browser alone. */
  origin: string
  /** Two EVM chains that the frame serves; reads and signatures are asked for on the first. */
  chains: readonly [number, number]
  /** Names of the buttons in the frame. */
  confirm: RegExp
  reject: RegExp
  /** How long each single wait may take, in milliseconds. */
  timeoutMs: number
}

/** The frame's address for one profile, as a client makes it (wire design, section 1). Null leaves a field out. */
export const frameAddress = (
  target: Target,
  profile: Profile,
  changes: Readonly<Record<string, string | null>> = {},
): string => {
  const address = new URL(target.frameUrl)
  const query: Record<string, string | null> = {
    projectId: target.projectId,
    chainId: `eip155:${target.chains[0]}`,
    version: String(profile),
    enableLogger: 'false',
    ...changes,
  }
  for (const [name, value] of Object.entries(query)) if (value !== null) address.searchParams.set(name, value)
  return address.href
}
