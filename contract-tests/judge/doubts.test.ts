import { expect, test } from 'vitest'
import type { Exchange } from '../client/index.ts'
import { seenOf } from '../exchange/question.ts'
import { askList } from '../exchange/questions.ts'
import { type Finding, departure } from '../verdict/verdict.ts'
import { Doubts } from './doubts.ts'

function at(sentAtMilliseconds: number): readonly Finding[] {
  const seen = seenOf(sentAtMilliseconds, '', askList(), { sentAtMilliseconds } as unknown as Exchange)
  const facts = { expected: { oneOf: [200] }, received: { is: 500 } }
  return [{ ...departure('status', '4.1/answers-pets', facts), seen }]
}

test('a departure that may be temporary counts once it was seen again a second later', () => {
  const doubts = new Doubts(10)
  const counted = [0, 500, 999, 1000, 1001].map((now) => doubts.raise('list', at(now), ['temporary']).length)
  expect(counted).toEqual([0, 0, 0, 1, 1])
})

test('a second is not enough for a departure that must be seen more often', () => {
  const doubts = new Doubts(10)
  expect([0, 5000, 5001].map((now) => doubts.raise('list', at(now), ['temporary'], 3).length)).toEqual([0, 0, 1])
})

test('an answer that is fine takes a doubt back, and says what has passed', () => {
  const doubts = new Doubts(10)
  doubts.raise('list', at(0), ['temporary'])
  doubts.raise('list', at(10), ['temporary'])
  const doubt = { lastedMilliseconds: 10, settledBy: ['temporary'], times: 2 }
  expect(doubts.open()).toMatchObject([{ times: 2, seen: { number: 0 }, doubt }])
  expect(doubts.takeBack('list')).toMatchObject({ seen: { number: 0 } })
  expect([doubts.open(), doubts.takeBack('list')]).toEqual([[], undefined])
  // It begins anew.
  expect(doubts.raise('list', at(2000), ['temporary'])).toEqual([])
})

test('a settled departure is no doubt any more, and no unstable answer when it is fine later', () => {
  const doubts = new Doubts(10)
  for (const now of [0, 1000]) doubts.raise('list', at(now), ['temporary'])
  expect(doubts.open()).toEqual([])
  expect(doubts.takeBack('list')).toBeUndefined()
})

test('if there are too many doubts, the oldest is forgotten', () => {
  const doubts = new Doubts(2)
  for (const about of ['a', 'b', 'c']) doubts.raise(about, at(0), ['temporary'])
  expect(doubts.raise('b', at(1000), ['temporary'])).toHaveLength(1)
  expect(doubts.raise('a', at(1000), ['temporary'])).toHaveLength(0)
})

test('a departure that a reset could explain counts once an older animal is still there', () => {
  const doubts = new Doubts(10)
  const raised = [5000, 6000].map((now) => doubts.raise('gone', at(now), ['temporary', 'reset']).length)
  expect(raised).toEqual([0, 0])
  // It was added after the departure, so it says nothing.
  expect(doubts.ruleOutReset(5000)).toEqual([])
  expect(doubts.ruleOutReset(4999)).toMatchObject([{ seen: { number: 5000 } }])
  expect([doubts.ruleOutReset(4999), doubts.open()]).toEqual([[], []])
})

test('a doubt about a young animal begins anew when a lag no longer explains it', () => {
  const doubts = new Doubts(10)
  doubts.raise('gone', at(0), ['temporary', 'lag'])
  expect(doubts.open()).toMatchObject([{ doubt: { settledBy: ['lag'] } }])
  expect([6000, 6999, 7000].map((now) => doubts.raise('gone', at(now), ['temporary']).length)).toEqual([0, 0, 1])
})

test('an excuse that is known to be true leaves no doubt about what it explains', () => {
  const doubts = new Doubts(10)
  doubts.raise('gone', at(0), ['temporary', 'reset'])
  doubts.raise('list', at(0), ['temporary'])
  expect([doubts.open().length, doubts.open(['reset']).length]).toEqual([2, 1])
})

test('a departure that comes and goes is in doubt, until good answers outweigh it', () => {
  const doubts = new Doubts(10)
  for (const now of [0, 10, 20]) {
    expect(doubts.open()).toEqual([])
    doubts.raise('list', at(now), ['temporary'])
    doubts.takeBack('list')
  }
  const doubt = { lastedMilliseconds: 20, settledBy: ['good-answers'], times: 3, count: { bad: 3, of: 6 } }
  expect(doubts.open()).toMatchObject([{ times: 3, seen: { number: 0 }, doubt }])
  for (let count = 0; count < 9; count++) doubts.takeBack('list')
  expect(doubts.open()).toHaveLength(1)
  doubts.takeBack('list')
  expect(doubts.open()).toEqual([])
})

test('a change that people are not likely to have made is a warning, also when it is seen again', () => {
  const doubts = new Doubts(10)
  expect(doubts.raise('pet', at(0), ['people'])).toEqual([])
  const reading = 'people'
  expect(doubts.ruleOutPeople(reading)).toMatchObject([{ reading }])
  expect(doubts.raise('pet', at(1), ['people'])).toMatchObject([{ reading }])
})
