# irace, for peers.py: asks for games on one file descriptor, and reads their costs from another.
suppressPackageStartupMessages(library(irace))
args <- commandArgs(TRUE)
ask <- file(paste0("/dev/fd/", args[1]), "w", raw = TRUE)
told <- file(paste0("/dev/fd/", args[2]), "r", raw = TRUE)
say <- function(values) {
  writeLines(paste(values, collapse = " "), ask)
  flush(ask)
}
play <- function(experiment, scenario) {
  say(unlist(lapply(experiment$configuration, as.character)))
  list(cost = as.numeric(readLines(told, 1)))
}
parameters <- readParameters(args[5])
start <- read.table(text = args[6], header = TRUE, stringsAsFactors = FALSE)
scenario <- list(targetRunner = play, instances = 1:100000, maxExperiments = as.integer(args[3]),
                 seed = as.integer(args[4]), initConfigurations = start, logFile = "", digits = 4)
best <- irace(scenario, parameters)
say(c("best", unlist(lapply(best[1, parameters$names], as.character))))
