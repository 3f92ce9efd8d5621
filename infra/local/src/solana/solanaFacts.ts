/** What the process of the local Solana has to know: its ports, and where it keeps what has happened. */
export type SolanaFacts = { httpPort: number; webSocketPort: number; journalFile: string }
