/**
 * The outcome of a step of the indexer. `busy`: there is more to do at once. `idle`: not before a while. `elsewhere`: another replica has
 * the chain.
 */
export type RoundOutcome = 'busy' | 'idle' | 'elsewhere'
