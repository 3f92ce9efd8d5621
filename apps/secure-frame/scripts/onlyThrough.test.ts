import { expect, test } from 'vitest'
import { type ChunkLinks, onlyThrough } from './onlyThrough.ts'

const chunk = (fileName: string, links: Partial<ChunkLinks> = {}): ChunkLinks => ({
  fileName,
  isEntry: false,
  facadeModuleId: null,
  imports: [],
  dynamicImports: [],
  ...links,
})
const isGate = (id: string) => id.startsWith('smart/')

test('what only a gate leads to is behind it, with all that it loads; what others load too is not', () => {
  const chunks = [
    chunk('main', { isEntry: true, imports: ['shared'], dynamicImports: ['gate', 'screen'] }),
    chunk('shared'),
    chunk('screen', { facadeModuleId: 'screens/screen.ts', imports: ['parts'], dynamicImports: ['gate'] }),
    chunk('parts'),
    chunk('gate', { facadeModuleId: 'smart/gate.ts', imports: ['shared', 'parts', 'codec'], dynamicImports: ['more'] }),
    chunk('codec', { imports: ['word'] }),
    chunk('word'),
    chunk('more', { facadeModuleId: 'other/more.ts' }),
  ]
  expect(onlyThrough(chunks, isGate)).toEqual(['gate', 'codec', 'word', 'more'])
})

test('a gate that is imported for good is none', () => {
  const chunks = [
    chunk('main', { isEntry: true, imports: ['gate'] }),
    chunk('gate', { facadeModuleId: 'smart/gate.ts', imports: ['codec'] }),
    chunk('codec'),
  ]
  expect(onlyThrough(chunks, isGate)).toEqual([])
})

test('circles end', () => {
  const chunks = [chunk('main', { isEntry: true, imports: ['other'] }), chunk('other', { imports: ['main'] })]
  expect(onlyThrough(chunks, isGate)).toEqual([])
})
