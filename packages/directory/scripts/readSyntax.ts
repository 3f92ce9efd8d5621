import { parseAst } from 'vite'

/** Parses a published file without running it: third-party code is treated as text. */

type Node = { type: string; [field: string]: unknown }
/** A literal in the file. Computed values are left out. */
export type Literal = string | number | boolean | null | Literal[] | { [key: string]: Literal }
export type LiteralObject = { [key: string]: Literal }

export type Syntax = {
  /** Every object literal of the file, in order, outer ones first. */
  objects: LiteralObject[]
  /** Every template with placeholders: its text up to the first one. */
  templateStarts: string[]
  /** Every constant string. */
  texts: string[]
  /** Properties that the file sets on `this`, as in `this.name = 'Phantom'`. */
  own: LiteralObject
}

/** Parses a module. Throws when the text isn't a JavaScript module. */
export function readSyntax(text: string): Syntax {
  const syntax: Syntax = { objects: [], templateStarts: [], texts: [], own: {} }
  const names = new Map<string, Literal>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item)
    if (!isNode(value)) return
    if (value.type === 'VariableDeclarator') remember(value, names, syntax.texts)
    if (value.type === 'ObjectExpression') syntax.objects.push(read(value, names) as LiteralObject)
    if (value.type === 'TemplateLiteral' && (value.expressions as unknown[]).length > 0)
      syntax.templateStarts.push(textOf((value.quasis as Node[])[0]))
    if (value.type === 'AssignmentExpression') rememberOwn(value, names, syntax.own)
    for (const child of Object.values(value)) if (typeof child === 'object') visit(child)
  }
  visit(parseAst(text))
  return syntax
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const textOf = (quasi: Node | undefined): string =>
  String((quasi?.value as { cooked?: string } | undefined)?.cooked ?? '')

/** Records a constant with a literal, to replace references to it. */
function remember({ id, init }: Node, names: Map<string, Literal>, texts: string[]): void {
  const literal = isNode(init) ? read(init, names) : undefined
  if (isNode(id) && id.type === 'Identifier' && literal !== undefined) names.set(String(id.name), literal)
  if (typeof literal === 'string') texts.push(literal)
}

function rememberOwn({ left, right }: Node, names: ReadonlyMap<string, Literal>, own: LiteralObject): void {
  if (!isNode(left) || left.type !== 'MemberExpression' || !isNode(left.object) || !isNode(left.property)) return
  const literal = isNode(right) ? read(right, names) : undefined
  if (left.object.type === 'ThisExpression' && literal !== undefined) own[String(left.property.name)] = literal
}

function read(node: Node, names: ReadonlyMap<string, Literal>): Literal | undefined {
  switch (node.type) {
    case 'Literal':
      return node.value as Literal
    case 'Identifier':
      return names.get(String(node.name))
    case 'TemplateLiteral':
      return (node.expressions as Node[]).length === 0 ? textOf((node.quasis as Node[])[0]) : undefined
    case 'ArrayExpression':
      return (node.elements as Node[]).flatMap((element) => read(element, names) ?? [])
    case 'ObjectExpression':
      return readObject(node, names)
    default:
      return undefined
  }
}

function readObject(node: Node, names: ReadonlyMap<string, Literal>): LiteralObject {
  const object: LiteralObject = {}
  for (const { type, key, value, computed } of node.properties as Node[]) {
    if (type !== 'Property' || computed === true || !isNode(key) || !isNode(value)) continue
    const literal = read(value, names)
    if (literal !== undefined) object[String(key.name ?? key.value)] = literal
  }
  return object
}

/** Returns a field that is a nonempty string. */
export const textField = (object: Literal | undefined, ...path: string[]): string | undefined => {
  let value: Literal | undefined = object
  for (const name of path)
    value = typeof value === 'object' && value !== null && !Array.isArray(value) ? value[name] : undefined
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' ? undefined : text
}
