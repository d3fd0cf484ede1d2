/** Reference 1.7: the runtimes that a check can ask for, newest first. */
export const RUNTIME_IDS = ['2026.04', '2025.04', '2024.09', '2024.02', '2023.09', '2023.02', '2022.10'] as const;
export type RuntimeId = (typeof RUNTIME_IDS)[number];

/** Reference 3.4, `multiStepSupport`: the runtimes that can run multi-step checks. */
export const MULTI_STEP_RUNTIME_IDS = RUNTIME_IDS.filter((id) => id >= '2023.09');

/** The runtime of a new account: the newest. */
export const DEFAULT_RUNTIME_ID: RuntimeId = '2026.04';
