import { describe, expect, test } from 'vitest'
import { thrown } from '../testing/thrown.ts'
import { parseTypedData } from './parseTypedData.ts'

type Fields = { name: string; type: string }[]
/** Typed data with one struct `Main`, whose single field `a` has the type and value. */
const one = (type: string, value: unknown, types: Record<string, Fields> = {}) => ({
  types: { Main: [{ name: 'a', type }], ...types },
  primaryType: 'Main',
  domain: {},
  message: { a: value },
})

describe('a value has one form', () => {
  test.each([
    ['uint8', 255, 255n],
    ['uint8', '255', 255n],
    ['uint8', '0xff', 255n],
    ['uint8', '0xFF', 255n],
    ['int8', -128, -128n],
    ['int8', '-128', -128n],
    ['uint256', `${2n ** 256n - 1n}`, 2n ** 256n - 1n],
    ['int256', `${-(2n ** 255n)}`, -(2n ** 255n)],
    ['bool', false, false],
    ['string', '0x12', '0x12'],
    ['bytes', '0xABcd', '0xabcd'],
    ['bytes', '0x', '0x'],
    ['bytes2', '0xABcd', '0xabcd'],
    ['address', '0xd8da6bf26964af9d7eed9e03e53415d37aa96045', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
    ['uint8[]', [1, '2'], [1n, 2n]],
    ['uint8[2][]', [[1, 2]], [[1n, 2n]]],
    ['uint8[]', [], []],
  ])('%s of %j', (type, value, expected) => {
    expect(parseTypedData(one(type, value)).message).toEqual({ a: expected })
  })
})

describe('a value that does not fit its type is refused', () => {
  test.each([
    ['uint8', 256],
    ['uint8', -1],
    ['uint8', 1.5],
    ['uint8', '1.5'],
    ['uint8', '1e1'],
    ['uint8', ''],
    ['uint8', '0x'],
    ['uint8', ' 1'],
    ['uint8', '+1'],
    ['uint8', '-0x1'],
    ['uint8', true],
    ['uint8', [1]],
    ['int8', 128],
    ['int8', -129],
    ['uint256', 2 ** 53],
    ['uint256', Number.NaN],
    ['uint256', (2n ** 256n).toString()],
    ['uint256', '9'.repeat(79)],
    ['bool', 'true'],
    ['bool', 1],
    ['string', 1],
    ['string', '\ud800'],
    ['bytes', 'hello'],
    ['bytes', '0x1'],
    ['bytes', [1, 2]],
    ['bytes2', '0xab'],
    ['bytes2', '0xabcdef'],
    ['uint8[]', { length: 1, 0: 1 }],
    ['uint8[]', '12'],
    ['uint8[2]', [1]],
    ['uint8[2]', [1, 2, 3]],
    ['uint8[2][]', [[1]]],
    ['Main2', null],
    ['Main2', []],
    ['Main2', 'x'],
    ['Main2', {}],
    ['string', null],
    ['string', undefined],
  ])('%s of %j', (type, value) => {
    const input = one(type, value, { Main2: [{ name: 'b', type: 'bool' }] })
    expect(thrown(() => parseTypedData(input))).toBe('INVALID_PARAMS')
  })

  test.each(['0x1234', 'vitalik.eth', '0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045', 1, null])(
    'address of %j',
    (value) => {
      expect(thrown(() => parseTypedData(one('address', value)))).toBe('ADDRESS_INVALID')
    },
  )

  test('the error names the field, never its content', () => {
    const input = one('Inner[]', [{ b: 'secret' }], { Inner: [{ name: 'b', type: 'bool' }] })
    expect(() => parseTypedData(input)).toThrow(
      expect.objectContaining({ name: 'INVALID_PARAMS', details: { field: 'message.a[0].b' } }),
    )
  })
})

describe('types', () => {
  test.each([
    'uint',
    'int',
    'uint7',
    'uint0',
    'uint08',
    'uint264',
    'bytes0',
    'bytes33',
    'bytes01',
    'fixed',
    'function',
    'tuple',
    'Unknown',
    'toString',
    'constructor',
    'hasOwnProperty',
    '__proto__',
    'EIP712Domain',
    'uint8[0]',
    'uint8[01]',
    'uint8[-1]',
    'uint8[',
    'uint8]',
    '[]',
    '',
    ' uint8',
    'uint8 ',
    'uint8\n',
    `uint8${'[]'.repeat(33)}`,
  ])('%j is unknown and refused', (type) => {
    expect(thrown(() => parseTypedData(one(type, {})))).toBe('INVALID_PARAMS')
  })

  test('a type without end is refused', () => {
    for (const type of [`uint8${'[]'.repeat(100_000)}`, 'a'.repeat(200_000), `uint${'8'.repeat(200_000)}`])
      expect(thrown(() => parseTypedData(one(type, {})))).toBe('INVALID_PARAMS')
  })

  test.each(['uint256', 'address', 'string', 'tuple', 'bytes7', 'int', '1st', 'With-dash', '', '$'])(
    'a struct cannot be called %j',
    (name) => {
      const types = { [name]: [{ name: 'a', type: 'bool' }] }
      expect(thrown(() => parseTypedData({ types, primaryType: name, domain: {}, message: { a: true } }))).toBe(
        'INVALID_PARAMS',
      )
    },
  )

  test.each<[string, unknown]>([
    ['no list', {}],
    ['no field object', ['a']],
    ['a field without a name', [{ type: 'bool' }]],
    ['a field without a type', [{ name: 'a' }]],
    [
      'a field twice',
      [
        { name: 'a', type: 'bool' },
        { name: 'a', type: 'bool' },
      ],
    ],
    ['a name that would set a prototype', [{ name: '__proto__', type: 'bool' }]],
    ['a name with a space', [{ name: 'a b', type: 'bool' }]],
    ['a name that ends the signature', [{ name: 'a)', type: 'bool' }]],
  ])('a struct with %s is refused', (_, fields) => {
    const input = { types: { Main: fields }, primaryType: 'Main', domain: {}, message: { a: true } }
    expect(thrown(() => parseTypedData(input))).toBe('INVALID_PARAMS')
  })

  test('recursive structs are refused, directly, through others and through arrays', () => {
    const recursive: [string, Record<string, Fields>][] = [
      ['Self', { Self: [{ name: 'a', type: 'Self' }] }],
      ['List', { List: [{ name: 'a', type: 'List[]' }] }],
      ['Ping', { Ping: [{ name: 'a', type: 'Pong' }], Pong: [{ name: 'a', type: 'Ping[2]' }] }],
    ]
    for (const [primaryType, types] of recursive)
      expect(thrown(() => parseTypedData({ types, primaryType, domain: {}, message: { a: [] } }))).toBe(
        'INVALID_PARAMS',
      )
  })

  test('structs nest 32 deep and no deeper', () => {
    const nested = (depth: number) => {
      const types: Record<string, Fields> = {}
      let message: unknown = { a: true }
      for (let level = 0; level < depth; level++) {
        types[`L${level}`] = [{ name: 'a', type: level === depth - 1 ? 'bool' : `L${level + 1}` }]
        if (level > 0) message = { a: message }
      }
      return { types, primaryType: 'L0', domain: {}, message }
    }
    expect(thrown(() => parseTypedData(nested(32)))).toBeUndefined()
    expect(thrown(() => parseTypedData(nested(33)))).toBe('INVALID_PARAMS')
    expect(thrown(() => parseTypedData(nested(10_000)))).toBe('INVALID_PARAMS')
  })

  test('only the structs in use are kept, and an unused one may be anything', () => {
    const parsed = parseTypedData(one('bool', true, { Unused: [{ name: 'x', type: 'Nowhere' }] }))
    expect(Object.keys(parsed.types).sort()).toEqual(['EIP712Domain', 'Main'])
  })

  test('fields of the message that are not declared are not signed and not kept', () => {
    const input = one('bool', true)
    expect(parseTypedData({ ...input, message: { a: true, note: 'harmless' } }).message).toEqual({ a: true })
  })

  test('fields that are inherited are not there', () => {
    const input = one('string', '')
    expect(thrown(() => parseTypedData({ ...input, message: Object.create({ a: 'x' }) }))).toBe('INVALID_PARAMS')
  })
})

describe('the domain', () => {
  const withDomain = (domain: unknown, declared?: unknown) => ({
    ...one('bool', true),
    types: { Main: [{ name: 'a', type: 'bool' }], ...(declared === undefined ? {} : { EIP712Domain: declared }) },
    domain,
  })
  const chainIdField = { name: 'chainId', type: 'uint256' }

  test.each([[1], ['1'], ['0x1']])('a chain id of %j is one', (chainId) => {
    expect(parseTypedData(withDomain({ chainId })).domain).toEqual({ chainId: 1n })
  })

  test('is derived in the order of the standard', () => {
    const parsed = parseTypedData(withDomain({ salt: `0x${'00'.repeat(32)}`, chainId: 1, name: 'x' }))
    expect(parsed.types.EIP712Domain?.map(({ name }) => name)).toEqual(['name', 'chainId', 'salt'])
  })

  test('keeps a declared order, and drops what is not declared because it is not signed', () => {
    const parsed = parseTypedData(
      withDomain({ name: 'x', chainId: 1, version: '9' }, [chainIdField, { name: 'name', type: 'string' }]),
    )
    expect(parsed.types.EIP712Domain?.map(({ name }) => name)).toEqual(['chainId', 'name'])
    expect(parsed.domain).toEqual({ chainId: 1n, name: 'x' })
  })

  test.each<[string, unknown, unknown?]>([
    ['missing', undefined],
    ['null', null],
    ['a list', []],
    ['with a field of no standard', { name: 'x', colour: 'red' }],
    ['with a null field', { name: null }],
    ['with a chain id that is none', { chainId: 'mainnet' }],
    ['with a negative chain id', { chainId: -1 }],
    ['with a short salt', { salt: '0x00' }],
    ['declared with a chain id in words', { chainId: '1' }, [{ name: 'chainId', type: 'string' }]],
    ['declared with a field of no standard', { colour: 'red' }, [{ name: 'colour', type: 'string' }]],
    ['declared with a field twice', { chainId: 1 }, [chainIdField, chainIdField]],
    ['without a field that it declares', {}, [chainIdField]],
    ['declared as no list', {}, {}],
  ])('%s is refused', (_, domain, declared) => {
    expect(thrown(() => parseTypedData(withDomain(domain, declared)))).toBe('INVALID_PARAMS')
  })

  test('with a bad contract address is refused', () => {
    expect(thrown(() => parseTypedData(withDomain({ verifyingContract: '0x12' })))).toBe('ADDRESS_INVALID')
  })
})

describe('the whole', () => {
  test.each([
    ['', 'PARSE_ERROR'],
    ['{', 'PARSE_ERROR'],
    ['null', 'INVALID_PARAMS'],
    ['"text"', 'INVALID_PARAMS'],
    ['[]', 'INVALID_PARAMS'],
    ['{}', 'INVALID_PARAMS'],
    [null, 'INVALID_PARAMS'],
    [undefined, 'INVALID_PARAMS'],
    [1, 'INVALID_PARAMS'],
  ])('%j is refused', (input, name) => {
    expect(thrown(() => parseTypedData(input))).toBe(name)
  })

  test('text that nests or runs without end is refused', () => {
    expect(thrown(() => parseTypedData('['.repeat(200_000)))).toBe('PARSE_ERROR')
    expect(thrown(() => parseTypedData(`{"types":${'['.repeat(100_000)}${']'.repeat(100_000)}}`))).toBe(
      'INVALID_PARAMS',
    )
    expect(thrown(() => parseTypedData(' '.repeat(300_000)))).toBe('TOO_LARGE')
  })

  test.each(['Missing', 'EIP712Domain', 'toString', '__proto__', 'bool', 'Main[]', '', null, 1])(
    'a primary type of %j is refused',
    (primaryType) => {
      const types = { ...one('bool', true).types, EIP712Domain: [] }
      expect(thrown(() => parseTypedData({ ...one('bool', true), types, primaryType }))).toBe('INVALID_PARAMS')
    },
  )

  test('an object that refers to the same part over and over stops at a limit', () => {
    const types: Record<string, Fields> = { Leaf: [{ name: 'x', type: 'bool' }] }
    let value: unknown = { x: true }
    for (let level = 0; level < 30; level++) {
      types[`N${level}`] = ['x', 'y'].map((name) => ({ name, type: level === 0 ? 'Leaf' : `N${level - 1}` }))
      value = { x: value, y: value }
    }
    expect(thrown(() => parseTypedData({ types, primaryType: 'N29', domain: {}, message: value }))).toBe('TOO_LARGE')
  })
})
