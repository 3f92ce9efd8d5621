import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from '@swc/core'

/** A member of a type, as the source has it. */
export type Member = { name: string; signature: string; isOptional: boolean; doc: string }

/** Something that a module exports. */
export type Declaration = {
  name: string
  kind: 'function' | 'type' | 'constant'
  /** Its docstring, without asterisks. */
  doc: string
  /** What a caller sees, without docstrings. */
  signature: string
  /** Of a type that is an object; `rest` names what it is joined with. */
  rest: readonly string[]
  members: readonly Member[]
}

type Span = { start: number; end: number }
type Node = { type: string; span: Span; [key: string]: unknown }

type Source = { file: string; body: Node[]; textOf: (span: Span) => string; docOf: (span: Span) => string }

const tidyDoc = (comment: string): string =>
  comment
    .replace(/^\/\*\*\s*|\s*\*\/$/g, '')
    .replaceAll(/^\s*\* ?/gm, '')
    .trim()

/** Reads a module. Offsets count bytes from its first token, so a semicolon stands before it. */
const readSource = (file: string): Source => {
  const text = `;${readFileSync(file, 'utf8')}`
  const bytes = Buffer.from(text)
  const { span, body } = parseSync(text, { syntax: 'typescript', tsx: file.endsWith('x') }) as unknown as {
    span: Span
    body: Node[]
  }
  const at = (offset: number): number => offset - span.start
  const textOf = ({ start, end }: Span): string => bytes.subarray(at(start), at(end)).toString()
  const docOf = ({ start }: Span): string => {
    const before = bytes.subarray(0, at(start)).toString()
    // Line comments between the docstring and what it describes are for linters.
    const comment = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*(?:\/\/[^\n]*\n\s*)*(?:export\s+)?(?:readonly\s+)?$/.exec(before)
    return comment === null ? '' : tidyDoc(comment[0].replace(/\*\/[\s\S]*$/, '*/'))
  }
  return { file, body, textOf, docOf }
}

const withoutComments = (text: string): string =>
  text
    .replaceAll(/^\s*\/\*\*[\s\S]*?\*\/\n/gm, '')
    .replaceAll(/\/\*\*[\s\S]*?\*\/ ?/g, '')
    .replaceAll(/^\s*\/\/.*\n/gm, '')
    .trim()

const keyOf = (node: Node): string => {
  const key = node.key as { value?: string } | undefined
  return key?.value ?? ''
}

/** The members of the object types in a type: of itself, of what it intersects, and of objects in them. */
const membersOf = (source: Source, node: Node | undefined, prefix = ''): Member[] => {
  if (node?.type === 'TsIntersectionType' && prefix === '')
    return (node.types as Node[]).flatMap((one) => membersOf(source, one))
  if (node?.type !== 'TsTypeLiteral') return []
  return (node.members as Node[]).flatMap((member) => {
    const name = `${prefix}${keyOf(member)}`
    if (keyOf(member) === '') return []
    const annotation = (member.typeAnnotation as { typeAnnotation?: Node } | undefined)?.typeAnnotation
    const doc = source.docOf(member.span)
    const isObject = member.type === 'TsPropertySignature' && annotation?.type === 'TsTypeLiteral'
    const signature = withoutComments(source.textOf(member.span))
      .replace(/^readonly /, '')
      .replace(/[;,]$/, '')
      .replaceAll(/\s+/g, ' ')
    const own: Member = {
      name,
      signature: isObject ? `${keyOf(member)}${member.optional === true ? '?' : ''}: object` : signature,
      isOptional: member.optional === true,
      doc,
    }
    return isObject ? [own, ...membersOf(source, annotation, `${name}.`)] : [own]
  })
}

/** What a function shows its caller: the text up to its body. */
const functionSignature = (source: Source, name: string, init: Node): string => {
  const whole = source.textOf(init.span)
  const body = init.body as Node
  const head = whole.slice(0, whole.length - source.textOf(body.span).length)
  return `function ${name}${withoutComments(head)
    .replace(/\s*=>\s*\(?\s*$/, '')
    .replace(/^async /, '')}`
}

const declare = (source: Source, node: Node): Declaration[] => {
  const doc = source.docOf(node.span)
  if (node.type === 'TsTypeAliasDeclaration') {
    const name = (node.id as { value: string }).value
    const members = membersOf(source, node.typeAnnotation as Node)
    const annotation = node.typeAnnotation as Node
    const joined = annotation.type === 'TsIntersectionType' ? (annotation.types as Node[]) : []
    const rest = joined.filter(({ type }) => type !== 'TsTypeLiteral').map(({ span }) => source.textOf(span))
    return [{ name, kind: 'type', doc, signature: withoutComments(source.textOf(node.span)), members, rest }]
  }
  if (node.type === 'VariableDeclaration')
    return (node.declarations as Node[]).flatMap((one) => {
      const name = (one.id as { value?: string }).value
      const init = one.init as Node | undefined
      if (name === undefined || init === undefined) return []
      const isFunction = init.type === 'ArrowFunctionExpression'
      const signature = isFunction
        ? functionSignature(source, name, init)
        : `const ${withoutComments(source.textOf(one.span))}`
      return [
        {
          name,
          kind: isFunction ? ('function' as const) : ('constant' as const),
          doc,
          signature,
          members: [],
          rest: [],
        },
      ]
    })
  return []
}

/**
 * Returns what a module exports, its own and what it passes on from modules beside it, in the order of the source.
 *
 * Throws when an export has no declaration in reach: then the reference would lack it.
 */
export const readDeclarations = (file: string): Declaration[] => {
  const source = readSource(file)
  const from = (target: string): string => {
    const path = join(dirname(file), target)
    if (!existsSync(path)) throw new Error(`${file} exports from ${target}, which is not there`)
    return path
  }
  return source.body.flatMap((node): Declaration[] => {
    if (node.type === 'ExportDeclaration') {
      const inner = node.declaration as Node
      return declare(source, inner)
    }
    if (node.type === 'ExportAllDeclaration') return readDeclarations(from((node.source as { value: string }).value))
    if (node.type === 'ExportNamedDeclaration' && node.source !== null && node.source !== undefined) {
      const path = from((node.source as { value: string }).value)
      const known = readDeclarations(path)
      return (node.specifiers as { orig: { value: string } }[]).map(({ orig }) => {
        const found = known.find(({ name }) => name === orig.value)
        if (found === undefined) throw new Error(`${file} exports ${orig.value}, which ${path} does not declare`)
        return found
      })
    }
    return []
  })
}
