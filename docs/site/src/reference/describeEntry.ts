import type { Declaration, Member } from './readDeclarations.ts'

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
/** A code span, also of text that has backticks. */
const span = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``)

const isMethod = ({ name, signature }: Member): boolean => !name.includes('.') && /^\w+\??\s*[(<]/.test(signature)

const row = ({ name, signature, isOptional, doc }: Member): string => {
  const type = /^\w+\??\s*[(<]/.test(signature)
    ? signature.replace(/^\w+\??/, '')
    : signature.slice(signature.indexOf(':') + 1).trim()
  return `| \`${name}${isOptional ? '?' : ''}\` | ${cell(span(type))} | ${cell(doc)} |`
}

const describeMembers = (name: string, members: readonly Member[], rest: readonly string[]): string => {
  const rows = members.filter((member) => !isMethod(member)).map(row)
  return [
    ...(rest.length === 0 ? [] : [`With what ${rest.map(span).join(' and ')} has.`]),
    ...(rows.length === 0 ? [] : [['| Member | Type | Meaning |', '|---|---|---|', ...rows].join('\n')]),
    ...members
      .filter(isMethod)
      .map((member) =>
        `#### ${name}.${member.name}\n\n\`\`\`ts\n${member.signature}\n\`\`\`\n\n${member.doc}`.trimEnd(),
      ),
  ].join('\n\n')
}

const describeDeclaration = ({ name, doc, signature, members, rest }: Declaration): string =>
  [`### ${name}`, doc, members.length > 0 ? describeMembers(name, members, rest) : `\`\`\`ts\n${signature}\n\`\`\``]
    .filter((part) => part !== '')
    .join('\n\n')

/** Returns the reference of an entry of a package: its functions, then its types, each with its docstring. */
export const describeEntry = (specifier: string, intro: string, declarations: readonly Declaration[]): string => {
  const functions = declarations.filter(({ kind }) => kind !== 'type')
  const types = declarations.filter(({ kind }) => kind === 'type')
  return [
    `# ${specifier}`,
    intro,
    ...(functions.length > 0 ? ['## Functions', ...functions.map(describeDeclaration)] : []),
    ...(types.length > 0 ? ['## Types', ...types.map(describeDeclaration)] : []),
    '',
  ].join('\n\n')
}
