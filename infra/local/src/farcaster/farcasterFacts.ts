/** What the process of the local Farcaster relay has to know: where it listens, and the address that its links carry. */
export type FarcasterFacts = { port: number; url: string }
