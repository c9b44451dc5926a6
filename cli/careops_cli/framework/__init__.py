"""Framework of commands: options, groups, prompts, completion and errors."""
