/** Directives of a content security policy: sources by the directive's name. */
export type Policy = Readonly<Record<string, readonly string[]>>

/** Returns the directives of a policy. Of duplicates, the first counts. */
const readPolicy = (text: string): Policy => {
  const directives: Record<string, readonly string[]> = {}
  for (const directive of text.split(';')) {
    const [name = '', ...sources] = directive.trim().split(/\s+/)
    if (name !== '') directives[name.toLowerCase()] ??= sources
  }
  return directives
}

/** Returns the policies of a `Content-Security-Policy` line: a proxy may append others after a comma. */
export const readPolicies = (line: string): Policy[] => line.split(',').map(readPolicy)
