/** The settings of the local Solana's process: its ports, and its journal. */
export type SolanaFacts = { httpPort: number; webSocketPort: number; journalFile: string }
