/**
 * Messages that a holder of the vault's port may try beside the methods of the table, as raw comlink messages. The guard's own test and the
 * one in a browser send all of them. Self-contained: it also runs serialized, inside a page.
 */
export type Attack = { title: string; message: unknown; transfer?: Transferable[] }

export const attacks = (): Attack[] => {
  const apply = { id: 'attack', type: 'APPLY', path: ['status'], argumentList: [{ type: 'RAW', value: undefined }] }
  const raw = (value: unknown) => ({ type: 'RAW', value })
  const { port1 } = new MessageChannel()
  const { port1: besides } = new MessageChannel()

  const types = ['GET', 'SET', 'CONSTRUCT', 'ENDPOINT', 'RELEASE', 'apply', '', undefined, null, 0, ['APPLY']]
  const paths = [
    [],
    ['constructor'],
    ['constructor', 'constructor'],
    ['status', 'constructor'],
    ['status', 'call'],
    ['status', 'apply'],
    ['status', 'bind'],
    ['__proto__'],
    ['__proto__', 'toString'],
    ['prototype'],
    ['toString'],
    ['hasOwnProperty'],
    ['then'],
    ['STATUS'],
    [['status']],
    [0],
    'status',
    { 0: 'status', length: 1 },
    null,
    undefined,
  ]
  const argumentLists = [
    [{ type: 'HANDLER', name: 'proxy', value: port1 }],
    [{ type: 'HANDLER', name: 'throw', value: { isError: true, value: { message: 'thrown' } } }],
    [{ type: 'HANDLER', name: 'unknown', value: 0 }],
    [raw(undefined), raw(undefined)],
    [undefined],
    ['text'],
    { length: 0 },
    'text',
    null,
  ]
  const ids = [undefined, null, 0, 'x'.repeat(129), { toString: 'id' }]
  const junk = [null, undefined, 0, 1n, '', 'APPLY', true, [], [apply], {}, new Map([['type', 'APPLY']]), new Date(0)]
  const ways = ['GET', 'SET', 'CONSTRUCT', 'APPLY']
  return [
    ...types.map((type) => ({ title: `type ${String(type)}`, message: { ...apply, type, value: raw('set') } })),
    ...paths.flatMap((path) =>
      ways.map((type) => ({
        title: `${type} of path ${JSON.stringify(path)}`,
        message: { ...apply, type, path, value: raw('set'), argumentList: [raw('return globalThis')] },
      })),
    ),
    ...argumentLists.map((argumentList, index) => ({
      title: `argument list ${index}`,
      message: { ...apply, argumentList },
      ...(index === 0 ? { transfer: [port1] } : {}),
    })),
    ...ids.map((id, index) => ({ title: `id ${index}`, message: { ...apply, id } })),
    ...junk.map((message, index) => ({ title: `junk ${index}`, message })),
    { title: 'a port beside a good call', message: { ...apply, besides }, transfer: [besides] },
  ]
}
