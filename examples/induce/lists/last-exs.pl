pos(last([4,7,2],2)).  pos(last([9],9)).  pos(last([3,1,8,5],5)).
neg(last([4,7,2],4)).  neg(last([4,7,2],7)).  neg(last([3,1,8,5],8)).  neg(last([1,2],1)).
