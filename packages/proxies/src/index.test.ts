import { expect, test } from 'vitest'
import * as exported from './index.ts'

test('the exports are these', () => {
  expect(Object.keys(exported).toSorted()).toEqual([
    'acceptProxyProtocol',
    'clientAddress',
    'createDrain',
    'isWithin',
    'networkOf',
    'noProxies',
    'readNetworks',
    'readProxies',
    'servingPath',
  ])
})
