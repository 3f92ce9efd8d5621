/** The settings of the local Farcaster relay's process: its port, its URL, and chain A's. */
export type FarcasterFacts = { port: number; url: string; chainUrl: string }
