import { chainNamespaces } from '@latchkey/chains'
import { expect, test } from 'vitest'
import { proposeNamespaces, walletCalls } from './namespaces.ts'

test('the site’s networks are asked for by namespace, each once, and others are not', () => {
  const proposed = proposeNamespaces(
    ['eip155:1', 'eip155:10', 'eip155:1', 'sui:mainnet', 'stacks:1'],
    ['eip155', 'sui'],
  )
  expect(Object.keys(proposed)).toEqual(['eip155', 'sui'])
  expect(proposed.eip155).toEqual({ chains: ['eip155:1', 'eip155:10'], ...walletCalls.eip155 })
})

test('every namespace has methods and events of its own, and no wallet is asked to read a chain', () => {
  for (const namespace of chainNamespaces) {
    expect(walletCalls[namespace].methods.length).toBeGreaterThan(0)
    expect(walletCalls[namespace].events.length).toBeGreaterThan(0)
  }
  const reads = walletCalls.eip155.methods.filter((method) =>
    /^(eth_(get|call|block|chain|estimate|fee|gas)|net_)/.test(method),
  )
  expect(reads).toEqual([])
})
