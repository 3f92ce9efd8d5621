import type { ChainReader } from '../../chain/createChainReader.ts'
import { type Loaded, useLoaded } from '../screen/useLoaded.ts'
import { readToken, type TokenFacts } from './readToken.ts'

/** What a token's contract says of itself; null where it says nothing. */
export const useToken = (address: string, read: ChainReader): Loaded<TokenFacts | null> =>
  useLoaded(() => readToken(address, read))[0]
