pos(evens([4,2])).  pos(evens([])).  pos(evens([8,6,2])).  neg(evens([4,7,2])).  neg(evens([1])).  neg(evens([2,3])).  neg(evens([4,2,6,1])).
