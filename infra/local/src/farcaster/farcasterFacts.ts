/** What the process of the local Farcaster relay has to know: where it listens, its address, and chain A's. */
export type FarcasterFacts = { port: number; url: string; chainUrl: string }
