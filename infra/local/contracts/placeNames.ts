import { nameResolverCreationCode } from '@latchkey/contracts'
import {
  type Abi,
  type Address,
  encodeDeployData,
  getAddress,
  type Hex,
  keccak256,
  namehash,
  parseEther,
  toBytes,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { addressBytes } from '../src/names/createGatewayApp.ts'
import { coinTypes, localEns } from '../src/names/localEns.ts'
import { allLocalNames, gatewayZone, localZone } from '../src/names/localNames.ts'
import { gatewayKey, zoneKey } from '../src/names/nameKeys.ts'
import type { CompiledContract } from './compileContracts.ts'
import type { Client } from './scratchChain.ts'

/** Owns the root and the names of our table. No one has its key, and nothing else is deployed from it. */
const owner: Address = '0x10cA110cA110Ca110ca110Ca110CA110cA110CA2'

const labelHash = (label: string): Hex => keccak256(toBytes(label))

/** Places the contracts of the local ENS at their addresses, with the names of our table; the registrar then owns eth. */
export const placeNames = async (client: Client, contracts: Record<string, CompiledContract>): Promise<void> => {
  await client.impersonateAccount({ address: owner })
  await client.setBalance({ address: owner, value: parseEther('10') })
  const { registry, resolver, registrar, offchainResolver, universalResolver, zoneResolver } = localEns
  const rows: [name: string, address: Address, args: readonly unknown[]][] = [
    ['LocalEnsRegistry', registry, []],
    ['LocalEnsResolver', resolver, [registry]],
    ['LocalEnsRegistrar', registrar, [registry, resolver]],
    ['LocalOffchainResolver', offchainResolver, [gatewayKey().address]],
    ['LocalUniversalResolver', universalResolver, [registry]],
  ]
  const deploy = async (name: string, address: Address, data: Hex): Promise<void> => {
    const { contractAddress } = await mined(client, await client.sendTransaction({ account: owner, data }))
    if (contractAddress == null || getAddress(contractAddress) !== address)
      throw new Error(`${name} is at ${contractAddress}, not ${address}`)
  }
  for (const [name, address, args] of rows) {
    const { abi, initCode } = contracts[name] as CompiledContract
    await deploy(name, address, encodeDeployData({ abi, bytecode: initCode, args }))
  }
  const signer = privateKeyToAccount(zoneKey).address
  await deploy('LatchkeyNameResolver', zoneResolver, nameResolverCreationCode({ owner, signer, url: '' }))

  const call = async (contract: string, address: Address, functionName: string, args: readonly unknown[]) => {
    const abi: Abi = contracts[contract]?.abi ?? []
    await mined(client, await client.writeContract({ account: owner, address, abi, functionName, args }))
  }
  const ask = (functionName: string, args: readonly unknown[]) => call('LocalEnsRegistry', registry, functionName, args)
  const write = (functionName: string, args: readonly unknown[]) =>
    call('LocalEnsResolver', resolver, functionName, args)
  const add = (parent: string, label: string, itsResolver: Address) =>
    ask('setSubnodeRecord', [namehash(parent), labelHash(label), owner, itsResolver])

  await add('', 'eth', zeroAddress)
  await add('', 'reverse', zeroAddress)
  await add('reverse', 'addr', zeroAddress)
  await add('eth', gatewayZone.slice(0, gatewayZone.indexOf('.')), offchainResolver)
  await add('eth', localZone.slice(0, localZone.indexOf('.')), zoneResolver)
  for (const each of allLocalNames) {
    if (each.keptBy === 'chain') {
      const node = namehash(each.name)
      await add('eth', each.name.slice(0, each.name.indexOf('.')), resolver)
      for (const coinType of Object.values(coinTypes)) {
        const bytes = addressBytes(each, coinType)
        if (bytes !== '0x') await write('setAddr', [node, coinType, bytes])
      }
      for (const [key, value] of Object.entries(each.texts ?? {})) await write('setText', [node, key, value])
    }
    if (each.reverse === null) continue
    const label = each.address.slice(2).toLowerCase()
    await add('addr.reverse', label, resolver)
    await write('setName', [namehash(`${label}.addr.reverse`), each.reverse])
  }
  for (const name of ['eth', 'addr.reverse']) await ask('setOwner', [namehash(name), registrar])
}

const mined = async (client: Client, hash: Hex) => {
  const receipt = await client.waitForTransactionReceipt({ hash })
  if (receipt.status !== 'success') throw new Error(`A transaction of the set-up failed: ${hash}`)
  return receipt
}
