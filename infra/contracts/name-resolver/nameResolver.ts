import { type Address, encodeAbiParameters, type Hex, parseAbi, parseAbiParameters } from 'viem'
import { creationCodeOf } from '../creationCodeOf.ts'

/** The interface of `LatchkeyNameResolver.sol`, as far as the owner and scripts call it. */
export const nameResolverAbi = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
  'error Expired()',
  'error NotSigned()',
  'error NotOwner()',
  'function owner() view returns (address)',
  'function isSigner(address signer) view returns (bool)',
  'function url() view returns (string)',
  'function setSigner(address signer, bool isSigner)',
  'function setUrl(string url)',
  'function resolve(bytes name, bytes data) view returns (bytes)',
  'function resolveWithProof(bytes response, bytes extraData) view returns (bytes)',
  'function supportsInterface(bytes4 id) view returns (bool)',
])

export type NameResolverSettings = {
  /** Changes the signers and the gateway's URL. */
  owner: Address
  /** Address of the api's NAME_GATEWAY_KEY. */
  signer: Address
  /** The api's URL template: `https://api.example/names/{sender}/{data}.json`. */
  url: string
}

/** Returns the URL at which an api answers name lookups, as an ERC-3668 template. `apiUrl`: without a trailing slash. */
export const gatewayUrlOf = (apiUrl: string): string => `${apiUrl}/names/{sender}/{data}.json`

/** Returns the code that creates the resolver. */
export const nameResolverCreationCode = ({ owner, signer, url }: NameResolverSettings): Hex =>
  creationCodeOf(
    'name-resolver',
    encodeAbiParameters(parseAbiParameters('address, address, string'), [owner, signer, url]),
  )
