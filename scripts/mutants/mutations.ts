import { Visitor, parseSync } from 'vite'

/** A change of a program that a test should notice. */
export interface Mutation {
  /** From 1. */
  readonly line: number
  readonly start: number
  readonly end: number
  readonly before: string
  readonly after: string
}

/** What stands in the place of an operator. */
const operators: ReadonlyMap<string, string> = new Map([
  ['===', '!=='],
  ['!==', '==='],
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['&&', '||'],
  ['||', '&&'],
  ['-', '+'],
  ['*', '/'],
  ['/', '*'],
  ['%', '*'],
  ['+=', '-='],
  ['-=', '+='],
  ['++', '--'],
  ['--', '++'],
])

interface Span {
  readonly start: number
  readonly end: number
}

/**
 * Every mutation of a source file, in the order of the text. Texts, regular expressions and types stay: a change of a
 * message is seldom a mistake, and one of a type changes nothing at run time.
 * @throws {SyntaxError} when the file cannot be parsed
 */
export function mutationsOf(file: string, text: string): readonly Mutation[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new SyntaxError(`Cannot parse ${file}: ${errors[0]?.message}`)
  const found: Mutation[] = []
  const sourceOf = ({ start, end }: Span): string => text.slice(start, end)
  const lineAt = (at: number): string => text.slice(text.lastIndexOf('\n', at - 1) + 1).split('\n', 1)[0] ?? ''
  const replace = ({ start, end }: Span, after: string): void => {
    const line = text.slice(0, start).split('\n').length
    found.push({ line, start, end, before: text.slice(start, end), after })
  }
  const negate = (test: Span & { readonly type: string }): void => {
    // Their operators are swapped already.
    if (test.type !== 'BinaryExpression' && test.type !== 'UnaryExpression') replace(test, `!(${sourceOf(test)})`)
  }
  /** Replaces an operator, which stands between two operands. */
  const swap = (left: Span, right: Span, operator: string): void => {
    const after = operators.get(operator)
    const at = text.indexOf(operator, left.end)
    if (after !== undefined && at !== -1 && at < right.start) replace({ start: at, end: at + operator.length }, after)
  }
  new Visitor({
    IfStatement: ({ test }) => negate(test),
    ConditionalExpression: ({ test }) => negate(test),
    LogicalExpression(node) {
      const { left, right, operator } = node
      if (operator === '??') replace(node, sourceOf(left))
      else swap(left, right, operator)
    },
    BinaryExpression: ({ left, right, operator }) => swap(left, right, operator),
    AssignmentExpression: ({ left, right, operator }) => swap(left, right, operator),
    UpdateExpression({ start, end, operator, prefix }) {
      const after = operators.get(operator) ?? operator
      replace(prefix ? { start, end: start + 2 } : { start: end - 2, end }, after)
    },
    UnaryExpression(node) {
      if (node.operator === '!') replace(node, sourceOf(node.argument))
    },
    Literal(node) {
      if (typeof node.value === 'boolean') replace(node, String(!node.value))
      if (typeof node.value === 'number' && isTelling(node.value, lineAt(node.start)))
        replace(node, String(node.value + 1))
    },
    ExpressionStatement(node) {
      const { expression } = node
      const call = expression.type === 'AwaitExpression' ? expression.argument : expression
      const isSuper = call.type === 'CallExpression' && call.callee.type === 'Super'
      if (call.type === 'CallExpression' && !isSuper) replace(expression, 'undefined')
    },
  }).visit(program)
  return found.toSorted((one, other) => one.start - other.start || one.end - other.end)
}

/** Whether one more is a mistake: of a counter, an index or a status, but not of a size or a time. */
function isTelling(value: number, line: string): boolean {
  return value <= 10 || (value >= 200 && value < 600 && !/seconds|most|bytes|length|size/i.test(line))
}

/** The text with one mutation in it. */
export function mutated(text: string, { start, end, after }: Mutation): string {
  return text.slice(0, start) + after + text.slice(end)
}
