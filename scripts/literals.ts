/**
 * Finds user-visible sentences outside `packages/copy`: `node scripts/literals.ts`. Prints one line for each, or with `--count` the number
 * for each file. A comment `// not words: why` marks text that a standard fixes: on its line, or before it, or before the constant that
 * holds it.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from '@swc/core'

/** Code that renders, mails or announces text. */
const files = [
  'apps/{modal,secure-frame}/src/**/*.{ts,tsx}',
  'apps/vault/{src,server}/**/*.ts',
  'apps/vault/scripts/buildRecover.ts',
  'packages/ui/src/**/*.{ts,tsx}',
  // The rest of the servers writes nothing for users: logs, SQL, ABIs, and names of errors.
  'apps/{api,custody}/src/**/*Mail.ts',
  'packages/service-kit/src/mail/**/*.ts',
  'packages/service-kit/src/http/describeBrowser.ts',
  // The folders of the local stack that have pages.
  'infra/local/src/{identity,inbox,pages,signIn,walletPage}/**/*.ts',
  'infra/local/src/farcaster/{createPhoneApp,phonePage}.ts',
]
/** Never on a user's screen: tests, styles, and what the real login providers send to programs. */
const except =
  /[.](test|spec|fixture)[.]tsx?$|\/(testing|test|gallery|preview|fuzz)\/|[.]css[.]ts$|[sS]tyles[.]ts$|\/identity\/oauth\/(discord|facebook|github|x)[.]ts$/

/** Properties and attributes whose value is shown, however short it is. */
const shownNames =
  /^(title|label|text|description|hint|placeholder|alt|aria-label|ariaLabel|intent|caption|heading|subject|preview|busy|action|words|note|cause|fix|copyLabel|empty|error)$/
/** A directive of a content security policy. */
const directive = /^(sandbox; )?([a-z]+-(src|uri|action|ancestors)|(require-)?trusted-types[a-z-]*) /
/** Domain separators for keys and ciphertexts. */
const separator = /^latchkey /
const sentence = /[A-Za-z’']{2,}[,:;]? +[A-Za-z’'{(]/
const word = /[A-Za-z]{2,}/
/** A key of the catalog, or a name in a table. */
const key = /^[a-z][\w.]*$/
/** Options, styles, selectors and paths of icons. */
const code = /^(\{ |[[{(]*)?[a-z]\w*: |^[a-z]+[([]|^\[|^[a-z]+ \{\}$|^:host|^M[\d.]/
/** Attributes and properties that are never shown. */
const technicalNames =
  /^(part|rel|key|d|class|className|describedBy|aria-describedby|example|event|lostEvent|backEvent)$/
/** A state, a key or the name of a message: properties hold them under names that texts have too. */
const identifier = /^([a-z][\w.]*|[A-Z][A-Z_]+)$/

/** Calls whose arguments are read by developers in a stack trace, or by machines. */
const internal =
  /^(\w*Error|DOMException|console|log|querySelector|querySelectorAll|closest|matches|matchMedia|replaceSync|RegExp|test|describe|css|setProperty|policy|fetch|json|URL|Set|has|literal)$/

/** Returns the visible text of markup: without styles, tags and attributes. */
const shownIn = (markup: string): string =>
  markup
    .replace(/<style>[\s\S]*?<\/style>/g, '\n')
    .replace(/<[^>]*>/g, '\n')
    .replace(/[\w-]+="[^"]*"/g, '')
    .replace(/&\w+;/g, '')

/** Returns the visible text of a string that may be markup. */
const textIn = (text: string): string => (text.startsWith('<') ? shownIn(text) : text)

export type Literal = { file: string; line: number; text: string }

type Node = { type?: string; span?: { start: number }; [key: string]: unknown }

const nameOf = (node: Node | undefined): string =>
  node === undefined || node === null
    ? ''
    : node.type === 'Identifier' || node.type === 'StringLiteral' || node.type === 'JSXText'
      ? String(node.value ?? '')
      : node.type === 'MemberExpression'
        ? `${nameOf(node.property as Node)}`
        : ''

/** Returns the user-visible literals of one file. */
export const findLiterals = (file: string, source: string): Literal[] => {
  const found: Literal[] = []
  const { span, body } = parseSync(source, { syntax: 'typescript', tsx: file.endsWith('x') }) as unknown as {
    span: { start: number }
    body: Node[]
  }
  // Offsets count bytes, from the first statement of this file.
  const bytes = Buffer.from(source)
  const comments = /^(?:\s+|\/\*[\s\S]*?\*\/|\/\/.*)*/.exec(source)?.[0] ?? ''
  const firstCode = Buffer.byteLength(comments)
  const lineOf = (start: number): number =>
    bytes
      .subarray(0, Math.max(0, start - span.start + firstCode))
      .toString()
      .split('\n').length
  const lines = source.split('\n')
  const isExempt = (line: number): boolean =>
    lines[line - 1]?.includes('// not words: ') === true || /^\W*\/\/ not words: /.test(lines[line - 2] ?? '')
  const isTechnical = (text: string): boolean => code.test(text.trim()) || directive.test(text) || separator.test(text)
  const add = (node: Node, text: string): void => {
    // Capitals only: the name of a coin or a message, the same in every language.
    if (!/[a-z]/.test(text)) return
    const line = lineOf(node.span?.start ?? 0)
    if (isExempt(line)) return
    found.push({ file, line, text: text.trim().replace(/\s+/g, ' ') })
  }
  const visit = (node: unknown, isShown: boolean): void => {
    if (Array.isArray(node)) {
      for (const each of node) visit(each, isShown)
      return
    }
    if (node === null || typeof node !== 'object') return
    const current = node as Node
    switch (current.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'TsTypeAnnotation':
      case 'TsTypeAliasDeclaration':
      case 'TsInterfaceDeclaration':
      case 'TsLiteralType':
      case 'TsUnionType':
      case 'RegExpLiteral':
        return
      case 'VariableDeclaration': {
        const makesCode = (current.declarations as { init?: Node }[]).some(({ init }) =>
          /Function/.test(init?.type ?? ''),
        )
        if (!makesCode && isExempt(lineOf(current.span?.start ?? 0))) return
        visit(current.declarations, false)
        return
      }
      case 'JSXText':
        if (word.test(String(current.value))) add(current, String(current.value))
        return
      case 'StringLiteral': {
        const text = textIn(String(current.value))
        if (isTechnical(text)) return
        if (isShown ? word.test(text) && !key.test(text) : sentence.test(text)) add(current, text)
        return
      }
      case 'TemplateLiteral': {
        const text = shownIn((current.quasis as { raw: string }[]).map(({ raw }) => raw).join('{}'))
        if (isTechnical(text)) return
        if (isShown ? word.test(text) : sentence.test(text.replaceAll('{}', 'xx'))) {
          if (sentence.test(text.replaceAll('{}', 'xx')) && word.test(text.replaceAll('{}', ''))) add(current, text)
        }
        visit(current.expressions, false)
        return
      }
      case 'TaggedTemplateExpression': {
        const { quasis, expressions } = current.template as { quasis: { raw: string }[]; expressions: Node[] }
        if (nameOf(current.tag as Node) !== 'html') return
        const markup = quasis.map(({ raw }) => raw).join('{}')
        const attributes = [...markup.matchAll(/ (?:aria-label|alt|placeholder|title)="([^"]*)"/g)].map(
          ([, text]) => text,
        )
        for (const text of [...shownIn(markup).split('\n'), ...attributes])
          if (word.test(text ?? '')) add(current, text ?? '')
        visit(expressions, false)
        return
      }
      case 'NewExpression':
      case 'CallExpression': {
        const callee = current.callee as Node
        const object = callee.type === 'MemberExpression' ? nameOf(callee.object as Node) : ''
        if (internal.test(nameOf(callee)) || internal.test(object)) return
        visit(callee, false)
        visit(
          (current.arguments as { expression: Node }[] | undefined)?.map(({ expression }) => expression),
          false,
        )
        return
      }
      case 'JSXAttribute':
        if (technicalNames.test(nameOf(current.name as Node))) return
        visit(current.value, shownNames.test(nameOf(current.name as Node)))
        return
      case 'VariableDeclarator':
        if (technicalNames.test(nameOf(current.id as Node))) return
        visit(current.init, false)
        return
      case 'KeyValueProperty': {
        const value = current.value as Node
        if (technicalNames.test(nameOf(current.key as Node))) return
        if (value.type === 'StringLiteral' && identifier.test(String(value.value))) return
        visit(value, shownNames.test(nameOf(current.key as Node)))
        return
      }
      case 'ConditionalExpression':
        visit(current.test, false)
        visit(current.consequent, isShown)
        visit(current.alternate, isShown)
        return
      case 'BinaryExpression':
        visit(current.left, isShown && current.operator !== '===' && current.operator !== '!==')
        visit(current.right, isShown && current.operator !== '===' && current.operator !== '!==')
        return
      case 'JSXExpressionContainer':
      case 'ParenthesisExpression':
      case 'TsAsExpression':
      case 'TsConstAssertion':
      case 'TsSatisfiesExpression':
        visit(current.expression, isShown)
        return
      default:
        for (const value of Object.values(current)) if (typeof value === 'object') visit(value, false)
    }
  }
  visit(body, false)
  return found
}

/** Finds the user-visible literals under `root`. */
export const findAllLiterals = (root: string): Literal[] =>
  globSync(files, { cwd: root, exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path) })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !except.test(path))
    .toSorted()
    .flatMap((path) => findLiterals(path, readFileSync(join(root, path), 'utf8')))

if (import.meta.main) {
  const found = findAllLiterals(fileURLToPath(new URL('..', import.meta.url)))
  if (process.argv.includes('--count')) {
    const counts = Map.groupBy(found, ({ file }) => file)
    for (const [file, literals] of counts) console.log(`${String(literals.length).padStart(5)}  ${file}`)
  } else for (const { file, line, text } of found) console.error(`${file}:${line}  ${text}`)
  console.log(`${found.length} literals outside packages/copy`)
  if (found.length > 0) process.exitCode = 1
}
