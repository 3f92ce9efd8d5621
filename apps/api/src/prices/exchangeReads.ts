import { type Address, decodeFunctionResult, parseAbiItem } from 'viem'
import { type ContractRead, readOf } from '../chain/readContracts.ts'

const getPairAbi = parseAbiItem('function getPair(address, address) view returns (address)')
/** Reads the pool of two tokens in an exchange with the Uniswap V2 interface; the zero address when there is none. */
export const getPair = (factory: Address, a: Address, b: Address): ContractRead<Address> =>
  readOf(factory, getPairAbi, [a, b], (data) => decodeFunctionResult({ abi: [getPairAbi], data }))

const getReservesAbi = parseAbiItem('function getReserves() view returns (uint112, uint112, uint32)')
/** Reads a pool's reserves, the token with the lower address first. */
export const getReserves = (pair: Address): ContractRead<readonly [bigint, bigint]> =>
  readOf(pair, getReservesAbi, [], (data) => {
    const [reserve0, reserve1] = decodeFunctionResult({ abi: [getReservesAbi], data })
    return [reserve0, reserve1]
  })
