import { expect, test, vi } from 'vitest'
import { createCell, createEmitter, createHub } from './hub.ts'

test('a cell tells of changes alone', () => {
  const cell = createCell({ open: false, view: 'Connect' })
  const heard: unknown[] = []
  const stop = cell.listen((value) => heard.push(value))
  cell.set({ open: false, view: 'Connect' })
  cell.set({ open: true, view: 'Connect' })
  stop()
  cell.set({ open: false, view: 'Connect' })
  expect(heard).toEqual([{ open: true, view: 'Connect' }])
})

test('a listener that throws does not keep the others from hearing', () => {
  const reported: unknown[] = []
  vi.stubGlobal('reportError', (thrown: unknown) => reported.push(thrown))
  const emitter = createEmitter<number>()
  const heard: number[] = []
  emitter.listen(() => {
    throw new Error('theirs')
  })
  emitter.listen((value) => heard.push(value))
  emitter.emit(1)
  vi.unstubAllGlobals()
  expect(heard).toEqual([1])
  expect(reported).toHaveLength(1)
})

test('a provider listener that was added twice hears twice and leaves one at a time', () => {
  const { provider } = createHub({ networks: ['eip155:1'], start: ['eip155:1'], restoring: [] })
  const heard: string[] = []
  const listener = (chainId: string) => void heard.push(chainId)
  provider.on('chainChanged', listener)
  provider.on('chainChanged', listener)
  provider.emit('chainChanged', '0x1')
  provider.removeListener('chainChanged', listener)
  provider.emit('chainChanged', '0x2')
  provider.removeListener('chainChanged', listener)
  provider.removeListener('chainChanged', listener)
  provider.emit('chainChanged', '0x3')
  expect(heard).toEqual(['0x1', '0x1', '0x2'])
})

test('starts on the network that it is given, reconnecting when an earlier login is open', () => {
  const hub = createHub({ networks: ['eip155:1', 'eip155:10'], start: ['eip155:10'], restoring: ['eip155'] })
  expect(hub.network.get()).toEqual({ caipNetworkId: 'eip155:10', chainId: 10, isSupported: true })
  expect(hub.account.get().status).toBe('reconnecting')
})
