export * from './account/account.js';
export * from './assertion/assertion.js';
export * from './check/check-type.js';
export * from './check/url-request.js';
export * from './check-result/timing.js';
export * from './domain-error.js';
