/**
 * QR codes (ISO/IEC 18004) of what we show: texts as bytes at level Q, which restores 25 % of a code, from version 7 on,
 * because a logo hides too much of a smaller one.
 */

/** Dark or not, by row and column. */
export type QrModules = readonly (readonly boolean[])[]

/** What a version draws around the codewords: dark or not, or nothing where a codeword's bit goes. */
type Frame = (boolean | undefined)[][]

const firstVersion = 7
/** Codewords of error correction in each block, and blocks, of the versions from the first one on (table 9, level Q). */
const correctionLengths = [
  18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30, 28, 30, 30, 30, 30, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30,
  30, 30, 30, 30, 30,
]
const blockCounts = [
  6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20, 23, 23, 25, 27, 29, 34, 34, 35, 38, 40, 43, 45, 48, 51, 53, 56, 59,
  62, 65, 68,
]
const levelQ = 3

/** What turns modules over, by number (table 10). */
const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** The code of a text in the smallest version that holds it. Throws a RangeError beyond 1,663 bytes of UTF-8. */
export const encodeQr = (text: string): QrModules => {
  const bytes = new TextEncoder().encode(text)
  for (const [index, correctionLength] of correctionLengths.entries()) {
    const version = firstVersion + index
    const frame = drawFrame(version)
    const places = placesIn(frame)
    const blockCount = blockCounts[index] ?? 0
    const data = dataCodewords(bytes, version, Math.floor(places.length / 8) - blockCount * correctionLength)
    if (data !== null) return drawBest(frame, places, withCorrection(data, blockCount, correctionLength))
  }
  throw new RangeError(`No QR code holds ${bytes.length} bytes`)
}

const drawBest = (frame: Frame, places: readonly Place[], codewords: readonly number[]): QrModules => {
  const drawn = masks.map((isTurned, mask) => {
    drawFormat(frame, mask)
    const modules = frame.map((row) => row.map((module) => module === true))
    for (const [index, { x, y }] of places.entries()) {
      const isSet = bit(codewords[index >>> 3] ?? 0, 7 - (index & 7))
      put(modules, x, y, isSet !== isTurned(x, y))
    }
    return { modules, penalty: penaltyOf(modules) }
  })
  return drawn.reduce((best, one) => (one.penalty < best.penalty ? one : best)).modules
}

const bit = (value: number, index: number): boolean => ((value >>> index) & 1) === 1

const put = (modules: (boolean | undefined)[][], x: number, y: number, isDark: boolean): void => {
  const row = modules[y]
  if (row !== undefined && x >= 0 && x < row.length) row[x] = isDark
}

/** Squares around each other, of which some distances from the middle are light. */
const putSquares = (frame: Frame, middle: Place, radius: number, light: readonly number[]): void => {
  for (let y = -radius; y <= radius; y++) {
    for (let x = -radius; x <= radius; x++) {
      put(frame, middle.x + x, middle.y + y, !light.includes(Math.max(Math.abs(x), Math.abs(y))))
    }
  }
}

/** Bits with those that correct them, by the generator of a BCH code (annexes C and D). */
const withBch = (data: number, length: number, generator: number): number => {
  let rest = data
  for (let step = 0; step < length; step++) rest = (rest << 1) ^ ((rest >>> (length - 1)) * generator)
  return (data << length) | rest
}

const drawFrame = (version: number): Frame => {
  const size = 17 + 4 * version
  const frame: Frame = Array.from({ length: size }, () => Array.from({ length: size }, () => undefined))
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    putSquares(frame, { x, y }, 4, [2, 4])
  }
  const count = Math.floor(version / 7) + 2
  // Annex E; the odd one out is in its table too.
  const step = version === 32 ? 26 : Math.ceil((size - 13) / (2 * count - 2)) * 2
  const middles = Array.from({ length: count }, (_, index) => (index === 0 ? 6 : size - 7 - (count - 1 - index) * step))
  for (const y of middles) for (const x of middles) if (frame[y]?.[x] === undefined) putSquares(frame, { x, y }, 2, [1])
  for (let index = 8; index < size - 8; index++) {
    put(frame, index, 6, index % 2 === 0)
    put(frame, 6, index, index % 2 === 0)
  }
  const versionBits = withBch(version, 12, 0x1f25)
  for (let index = 0; index < 18; index++) {
    const [near, far] = [Math.floor(index / 3), size - 11 + (index % 3)]
    put(frame, far, near, bit(versionBits, index))
    put(frame, near, far, bit(versionBits, index))
  }
  put(frame, 8, size - 8, true)
  drawFormat(frame, 0)
  return frame
}

/** Level and mask, twice (7.9). */
const drawFormat = (frame: Frame, mask: number): void => {
  const bits = withBch((levelQ << 3) | mask, 10, 0x537) ^ 0x5412
  for (let index = 0; index < 15; index++) {
    const isDark = bit(bits, index)
    // Along the finder in the corner, past the timing patterns; then along the other two.
    if (index < 8) put(frame, 8, index < 6 ? index : index + 1, isDark)
    else put(frame, index === 8 ? 7 : 14 - index, 8, isDark)
    if (index < 8) put(frame, frame.length - 1 - index, 8, isDark)
    else put(frame, 8, frame.length - 15 + index, isDark)
  }
}

type Place = { x: number; y: number }

/** Where the bits of the codewords go, in their order: up and down in columns of two, from the right (7.7.3). */
const placesIn = (frame: Frame): Place[] => {
  const size = frame.length
  const places: Place[] = []
  for (let column = 0; column < (size - 1) / 2; column++) {
    // The timing pattern's column is left out.
    const right = size - 1 - 2 * column - (column < (size - 7) / 2 ? 0 : 1)
    for (let index = 0; index < size; index++) {
      const y = column % 2 === 0 ? size - 1 - index : index
      for (const x of [right, right - 1]) if (frame[y]?.[x] === undefined) places.push({ x, y })
    }
  }
  return places
}

/** Mode, length, text, end and padding (7.4); null when that takes more than `length`. */
const dataCodewords = (bytes: Uint8Array, version: number, length: number): number[] | null => {
  const digits = version < 10 ? 2 : 4
  if (bytes.length + digits / 2 + 1 > length) return null
  const hex = (value: number, width: number) => value.toString(16).padStart(width, '0')
  const stream = `4${hex(bytes.length, digits)}${[...bytes].map((byte) => hex(byte, 2)).join('')}0`
  return (stream.match(/../g) ?? [])
    .map((pair) => Number.parseInt(pair, 16))
    .concat(Array.from({ length }, (_, index) => (index % 2 === 0 ? 0xec : 0x11)))
    .slice(0, length)
}

/** The blocks of the data, interleaved, and after them those of their correction (7.5, 7.6). */
const withCorrection = (data: readonly number[], blockCount: number, correctionLength: number): number[] => {
  const generator = generatorOf(correctionLength)
  const shortLength = Math.floor(data.length / blockCount)
  const firstLong = blockCount - (data.length % blockCount)
  const blocks = Array.from({ length: blockCount }, (_, index) => {
    const start = index * shortLength + Math.max(0, index - firstLong)
    return data.slice(start, start + shortLength + (index < firstLong ? 0 : 1))
  })
  return [
    ...interleave(blocks, shortLength + 1),
    ...interleave(
      blocks.map((block) => correctionOf(block, generator)),
      correctionLength,
    ),
  ]
}

const interleave = (blocks: readonly (readonly number[])[], length: number): number[] =>
  Array.from({ length }, (_, index) => blocks.flatMap((block) => block[index] ?? [])).flat()

/** Product in the field of 256 elements (modulo x⁸ + x⁴ + x³ + x² + 1). */
const multiply = (a: number, b: number): number => {
  let product = 0
  for (let index = 7; index >= 0; index--)
    product = (product << 1) ^ ((product >>> 7) * 0x11d) ^ (bit(b, index) ? a : 0)
  return product
}

/** Coefficients of (x - 1)(x - 2)(x - 2²)…, the highest, which is one, left out. */
const generatorOf = (degree: number): number[] => {
  let polynomial = [1]
  for (let index = 0, root = 1; index < degree; index++, root = multiply(root, 2)) {
    const shifted = [0, ...polynomial].map((coefficient) => multiply(coefficient, root))
    polynomial = [...polynomial, 0].map((coefficient, place) => coefficient ^ (shifted[place] ?? 0))
  }
  return polynomial.slice(1)
}

const correctionOf = (block: readonly number[], generator: readonly number[]): number[] =>
  block.reduce(
    ([first = 0, ...rest], codeword) =>
      generator.map((coefficient, index) => (rest[index] ?? 0) ^ multiply(coefficient, codeword ^ first)),
    generator.map(() => 0),
  )

/** How hard it is to read (7.8.3): lines and blocks of one colour, what looks like a finder, more of one colour than of the other. */
const penaltyOf = (modules: QrModules): number => {
  const columns = modules.map((_, x) => modules.map((row) => row[x] === true))
  const lines = [...modules, ...columns].map((line) => line.map(Number).join(''))
  const runs = lines.flatMap((line) => line.match(/0{5,}|1{5,}/g) ?? []).map((run) => run.length - 2)
  const finders = lines.flatMap((line) => [...`0000${line}0000`.matchAll(/(?=00001011101|10111010000)/g)])
  const blocks = modules.flatMap((row, y) =>
    row.filter(
      (isDark, x) => isDark === row[x + 1] && isDark === modules[y + 1]?.[x] && isDark === modules[y + 1]?.[x + 1],
    ),
  )
  const darkShare = modules.flat().filter(Boolean).length / modules.length ** 2
  return (
    runs.reduce((sum, run) => sum + run, 0) +
    40 * finders.length +
    3 * blocks.length +
    10 * Math.floor(Math.abs(darkShare - 0.5) * 20)
  )
}
