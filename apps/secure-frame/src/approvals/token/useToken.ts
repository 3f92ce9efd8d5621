import type { ChainReader } from '../../chain/createChainReader.ts'
import { type Loaded, useLoaded } from '../screen/useLoaded.ts'
import { readToken, type TokenFacts } from './readToken.ts'

/** Reads the metadata of a token's contract; null if it has none. */
export const useToken = (address: string, read: ChainReader): Loaded<TokenFacts | null> =>
  useLoaded(() => readToken(address, read))[0]
