import type { Comparison } from '#domain';

/** A comparison that holds, or one that does not and what a person reads about it. */
export type Case = [property: string, comparison: Comparison, target: string, message: string | null];

/** The answer that the cases are about. */
export const ANSWERED = {
  status: 200,
  headers: { 'X-Count': '42', 'X-Empty': '', 'X-Policy': 'max-age=100; preload', 'Set-Cookie': 'session=hidden' },
  body: '{"name":"Ada","count":42,"empty":"","none":null,"tags":["a","b"],"prices":[1,5,2],"owner":{"id":7},"no":{}}',
};

const expected = (subject: string, what: string, but: string) => `Expected ${subject} ${what}, but ${but}`;

const status = (what: string) => expected('STATUS_CODE', what, 'it was 200');

/** A status is never null, empty or a thing with keys and values, so some comparisons only fail and some only hold. */
export const STATUS_CODE: Case[] = [
  ['', 'EQUALS', '200', null],
  ['', 'EQUALS', '201', status('to equal 201')],
  ['', 'NOT_EQUALS', '201', null],
  ['', 'NOT_EQUALS', '200', status('not to equal 200')],
  ['', 'HAS_KEY', 'a', status('to have the key a')],
  ['', 'NOT_HAS_KEY', 'a', null],
  ['', 'HAS_VALUE', '200', status('to have the value 200')],
  ['', 'NOT_HAS_VALUE', '200', null],
  ['', 'IS_EMPTY', '', status('to be empty')],
  ['', 'NOT_EMPTY', '', null],
  ['', 'GREATER_THAN', '199', null],
  ['', 'GREATER_THAN', '200', status('to be greater than 200')],
  ['', 'LESS_THAN', '201', null],
  ['', 'LESS_THAN', '200', status('to be less than 200')],
  ['', 'CONTAINS', '20', null],
  ['', 'CONTAINS', '4', status('to contain 4')],
  ['', 'NOT_CONTAINS', '4', null],
  ['', 'NOT_CONTAINS', '20', status('not to contain 20')],
  ['', 'IS_NULL', '', status('to be null')],
  ['', 'NOT_NULL', '', null],
];

const time = (what: string) => expected('RESPONSE_TIME', what, 'it was <ms>');

/** As of a status: always a number. */
export const RESPONSE_TIME: Case[] = [
  ['', 'EQUALS', '-1', time('to equal -1')],
  ['', 'NOT_EQUALS', '-1', null],
  ['', 'HAS_KEY', 'a', time('to have the key a')],
  ['', 'NOT_HAS_KEY', 'a', null],
  ['', 'HAS_VALUE', '1', time('to have the value 1')],
  ['', 'NOT_HAS_VALUE', '1', null],
  ['', 'IS_EMPTY', '', time('to be empty')],
  ['', 'NOT_EMPTY', '', null],
  ['', 'GREATER_THAN', '-1', null],
  ['', 'GREATER_THAN', '29999', time('to be greater than 29999')],
  ['', 'LESS_THAN', '30000', null],
  ['', 'LESS_THAN', '0', time('to be less than 0')],
  ['', 'CONTAINS', '-', time('to contain -')],
  ['', 'NOT_CONTAINS', '-', null],
  ['', 'IS_NULL', '', time('to be null')],
  ['', 'NOT_NULL', '', null],
];

const header = (name: string, what: string, but: string) => expected(`HEADERS ${name}`, what, but);

export const HEADERS: Case[] = [
  ['x-count', 'EQUALS', '42', null],
  ['X-COUNT', 'EQUALS', '42.0', null],
  ['X-Count', 'EQUALS', '41', header('X-Count', 'to equal 41', 'it was 42')],
  ['X-None', 'EQUALS', '41', header('X-None', 'to equal 41', 'there was none')],
  ['X-Count', 'NOT_EQUALS', '41', null],
  ['X-Count', 'NOT_EQUALS', '42', header('X-Count', 'not to equal 42', 'it was 42')],
  ['X-Policy', 'HAS_KEY', 'a', header('X-Policy', 'to have the key a', 'it was max-age=100; preload')],
  ['X-Policy', 'NOT_HAS_KEY', 'a', null],
  ['X-Policy', 'HAS_VALUE', 'a', header('X-Policy', 'to have the value a', 'it was max-age=100; preload')],
  ['X-Policy', 'NOT_HAS_VALUE', 'a', null],
  ['X-Empty', 'IS_EMPTY', '', null],
  ['X-None', 'IS_EMPTY', '', null],
  ['X-Count', 'IS_EMPTY', '', header('X-Count', 'to be empty', 'it was 42')],
  ['X-Count', 'NOT_EMPTY', '', null],
  ['X-Empty', 'NOT_EMPTY', '', header('X-Empty', 'not to be empty', 'it was empty')],
  ['X-Count', 'GREATER_THAN', '41', null],
  ['X-Count', 'GREATER_THAN', '42', header('X-Count', 'to be greater than 42', 'it was 42')],
  ['X-Policy', 'GREATER_THAN', '1', header('X-Policy', 'to be greater than 1', 'it was max-age=100; preload')],
  ['X-Count', 'LESS_THAN', '43', null],
  ['X-Count', 'LESS_THAN', '42', header('X-Count', 'to be less than 42', 'it was 42')],
  ['X-Policy', 'CONTAINS', 'preload', null],
  ['X-Policy', 'CONTAINS', 'x', null],
  ['X-Policy', 'CONTAINS', 'z', header('X-Policy', 'to contain z', 'it was max-age=100; preload')],
  ['X-Policy', 'NOT_CONTAINS', 'z', null],
  ['X-Policy', 'NOT_CONTAINS', 'max', header('X-Policy', 'not to contain max', 'it was max-age=100; preload')],
  ['X-None', 'IS_NULL', '', null],
  ['X-Empty', 'IS_NULL', '', header('X-Empty', 'to be null', 'it was empty')],
  ['X-Count', 'NOT_NULL', '', null],
  ['X-None', 'NOT_NULL', '', header('X-None', 'not to be null', 'there was none')],
  ['Set-Cookie', 'CONTAINS', 'session', null],
  ['Set-Cookie', 'EQUALS', 'x', header('Set-Cookie', 'to equal x', 'it was not (its value is not shown)')],
];

const NAME = '"name":"(\\w+)"';
const COUNT = '"count":(\\d+)';
const EMPTY = '"empty":"(.*?)"';
const MISSING = '"missing":(\\d+)';
const text = (property: string, what: string, but: string) => expected(`TEXT_BODY ${property}`, what, but);

export const TEXT_BODY: Case[] = [
  [NAME, 'EQUALS', 'Ada', null],
  [NAME, 'EQUALS', 'Bob', text(NAME, 'to equal Bob', 'it was Ada')],
  [MISSING, 'EQUALS', '1', text(MISSING, 'to equal 1', 'there was none')],
  ['A(b)?da', 'EQUALS', '', text('A(b)?da', 'to equal ', 'there was none')],
  ['A.a', 'EQUALS', 'Ada', null],
  [NAME, 'NOT_EQUALS', 'Bob', null],
  [NAME, 'NOT_EQUALS', 'Ada', text(NAME, 'not to equal Ada', 'it was Ada')],
  [NAME, 'HAS_KEY', 'name', text(NAME, 'to have the key name', 'it was Ada')],
  ['', 'NOT_HAS_KEY', 'name', null],
  [NAME, 'HAS_VALUE', 'Ada', text(NAME, 'to have the value Ada', 'it was Ada')],
  ['', 'NOT_HAS_VALUE', 'Ada', null],
  [EMPTY, 'IS_EMPTY', '', null],
  [NAME, 'IS_EMPTY', '', text(NAME, 'to be empty', 'it was Ada')],
  ['', 'NOT_EMPTY', '', null],
  [EMPTY, 'NOT_EMPTY', '', text(EMPTY, 'not to be empty', 'it was empty')],
  [COUNT, 'GREATER_THAN', '41', null],
  [COUNT, 'GREATER_THAN', '42', text(COUNT, 'to be greater than 42', 'it was 42')],
  [COUNT, 'LESS_THAN', '43', null],
  [COUNT, 'LESS_THAN', '42', text(COUNT, 'to be less than 42', 'it was 42')],
  ['', 'CONTAINS', 'Ada', null],
  ['', 'CONTAINS', 'Bob', `Expected TEXT_BODY to contain Bob, but it was ${ANSWERED.body}`],
  ['', 'NOT_CONTAINS', 'Bob', null],
  [NAME, 'NOT_CONTAINS', 'd', text(NAME, 'not to contain d', 'it was Ada')],
  [MISSING, 'IS_NULL', '', null],
  [EMPTY, 'IS_NULL', '', text(EMPTY, 'to be null', 'it was empty')],
  [NAME, 'NOT_NULL', '', null],
  [MISSING, 'NOT_NULL', '', text(MISSING, 'not to be null', 'there was none')],
];

const json = (path: string, what: string, but: string) => expected(`JSON_BODY ${path}`, what, but);

export const JSON_BODY: Case[] = [
  ['$.name', 'EQUALS', 'Ada', null],
  ['$.name', 'EQUALS', 'Bob', json('$.name', 'to equal Bob', 'it was Ada')],
  ['$.missing', 'EQUALS', 'Bob', json('$.missing', 'to equal Bob', 'there was none')],
  ['$.tags.length', 'EQUALS', '2', null],
  ['$.tags', 'EQUALS', '["a","b"]', null],
  ['$.tags', 'EQUALS', 'a', json('$.tags', 'to equal a', 'of 2 values, number 2: it was b')],
  ['$.count', 'NOT_EQUALS', '41', null],
  ['$.count', 'NOT_EQUALS', '42.0', json('$.count', 'not to equal 42.0', 'it was 42')],
  ['$.owner', 'HAS_KEY', 'id', null],
  ['$.owner', 'HAS_KEY', 'name', json('$.owner', 'to have the key name', 'it was {"id":7}')],
  ['', 'HAS_KEY', 'owner', null],
  ['$.owner', 'NOT_HAS_KEY', 'name', null],
  ['$.owner', 'NOT_HAS_KEY', 'id', json('$.owner', 'not to have the key id', 'it was {"id":7}')],
  ['$.tags', 'HAS_VALUE', 'b', null],
  ['$.tags', 'HAS_VALUE', 'c', json('$.tags', 'to have the value c', 'it was ["a","b"]')],
  ['$.owner', 'NOT_HAS_VALUE', '8', null],
  ['$.owner', 'NOT_HAS_VALUE', '7', json('$.owner', 'not to have the value 7', 'it was {"id":7}')],
  ['$.no', 'IS_EMPTY', '', null],
  ['$.tags', 'IS_EMPTY', '', json('$.tags', 'to be empty', 'it was ["a","b"]')],
  ['$.tags', 'NOT_EMPTY', '', null],
  ['$.empty', 'NOT_EMPTY', '', json('$.empty', 'not to be empty', 'it was empty')],
  ['$.prices[*]', 'GREATER_THAN', '0', null],
  ['$.prices[*]', 'GREATER_THAN', '1', json('$.prices[*]', 'to be greater than 1', 'of 3 values, number 1: it was 1')],
  ['$.prices', 'LESS_THAN', '6', null],
  ['$.prices', 'LESS_THAN', '3', json('$.prices', 'to be less than 3', 'of 3 values, number 2: it was 5')],
  ['$.prices[?@ > 9]', 'LESS_THAN', '3', json('$.prices[?@ > 9]', 'to be less than 3', 'there was none')],
  ['$.tags', 'CONTAINS', 'b', null],
  ['$.name', 'CONTAINS', 'x', json('$.name', 'to contain x', 'it was Ada')],
  ['$.name', 'NOT_CONTAINS', 'x', null],
  ['$.tags', 'NOT_CONTAINS', 'b', json('$.tags', 'not to contain b', 'it was ["a","b"]')],
  ['$.none', 'IS_NULL', '', null],
  ['$.name', 'IS_NULL', '', json('$.name', 'to be null', 'it was Ada')],
  ['$.owner.id', 'NOT_NULL', '', null],
  ['$.none', 'NOT_NULL', '', json('$.none', 'not to be null', 'it was null')],
  ["$.tags[?match(@, '[ab]')]", 'NOT_EMPTY', '', null],
  ["$.tags[?match(@, '(')]", 'IS_NULL', '', null],
  [
    'name',
    'EQUALS',
    'Ada',
    json('name', 'to equal Ada', 'its JSON path is not valid: Expected $ at position 1 of name'),
  ],
];
